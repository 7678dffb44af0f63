import { WireError, type Format, type JsonObject } from '@interlingua/core'

/** The id of an accepted operation, under the first of `keys` that is present. Refuses an id that would climb out of a path. */
export function idIn(wire: JsonObject, keys: readonly string[], format: Format): string {
  for (const key of keys) {
    const id = wire[key]
    if (typeof id === 'string' && id !== '' && !id.split('/').some((part) => part === '.' || part === '..')) return id
  }
  throw new WireError(format, `/${keys[0] ?? ''}`, 'the id of an operation is expected')
}
