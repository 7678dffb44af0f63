import { Misfit } from '../../shape/misfit.ts'
import { shape } from '../../shape/shape.ts'
import type { Shape } from '../../shape/shape.ts'

const short = shape.short(64)

/** An item's id: at most 64 characters, and of the item's kind where that has a prefix. */
export function idShape(prefix = ''): Shape<string> {
  return (value, place) => {
    const id = short(value, place)
    if (id.startsWith(prefix) && id !== '') return id
    throw new Misfit(place, { type: 'custom', code: 'invalid_value', message: `'${id}'. Expected an ID that begins with '${prefix}'.` })
  }
}
