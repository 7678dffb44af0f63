import { WireError, type Format, type WireReply } from '@interlingua/core'
import { objectOf } from './object-of.ts'

/** The id that an upstream gave to what was submitted, under the first of `keys` that is there. */
export function idIn(reply: WireReply<unknown>, keys: readonly string[], format: Format): string {
  const wire = objectOf(reply, format)
  for (const key of keys) {
    const id = wire[key]
    if (typeof id === 'string' && id !== '') return id
  }
  throw new WireError(format, `/${keys[0] ?? ''}`, 'the id of an operation is expected')
}
