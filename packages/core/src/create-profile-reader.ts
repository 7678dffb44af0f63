import { WireError } from './errors.ts'
import type { JsonObject } from './json.ts'
import type { Format } from './node.ts'

/** As much of a schema as it takes to read a profile by it: zod's have it. */
export interface ProfileSchema<T> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] } }
}

/**
 * Makes the reader of a format's vendor profiles (`context.dialect`). It throws a WireError, which names the field, where the dialect is no
 * such profile. An object is checked once: a dialect that serves many requests costs next to nothing each, a new one for each the whole check.
 */
export function createProfileReader<T>(format: Format, schema: ProfileSchema<T>): (dialect: JsonObject) => T {
  const checked = new WeakMap<JsonObject, Checked<T>>()
  /** Each step of a request asks for the same. */
  let last: Checked<T> | undefined
  return (dialect) => {
    if (last?.dialect === dialect) return last.profile
    const known = checked.get(dialect)
    if (known) {
      last = known
      return known.profile
    }
    const result = schema.safeParse(dialect)
    if (!result.success) {
      const place = result.error.issues[0]?.path.map(String).join('.') ?? ''
      throw new WireError(format, '', `the dialect profile is not legal: ${place}`, { cause: result.error })
    }
    last = { dialect, profile: result.data }
    checked.set(dialect, last)
    return result.data
  }
}

interface Checked<T> {
  readonly dialect: JsonObject
  readonly profile: T
}
