import { ValidationError } from '../../shape/validation-error.ts'
import { shape } from '../../shape/shape.ts'
import type { Shape } from '../../shape/shape.ts'

const short = shape.short(64)

/** The shape of an item's id: at most 64 characters, with the prefix of the item's kind where it has one. */
export function idShape(prefix = ''): Shape<string> {
  return (value, place) => {
    const id = short(value, place)
    if (id.startsWith(prefix) && id !== '') return id
    throw new ValidationError(place, {
      type: 'custom',
      code: 'invalid_value',
      message: `'${id}'. Expected an ID that begins with '${prefix}'.`,
    })
  }
}
