import { describeIssue } from './describe-issue.ts'
import { WireError } from './errors.ts'
import type { JsonObject } from './json.ts'
import type { Format } from './node.ts'

/** Fault of a setting, as zod gives it: `keys` are those that the schema does not know. */
export interface SettingsIssue {
  readonly path: readonly PropertyKey[]
  readonly message?: string
  readonly keys?: readonly string[]
}

/** Names the setting at fault: `maxTokenField: there is no such setting`. */
export function describeSettingsIssue(issue: SettingsIssue | undefined): string {
  const { path = [], keys = [] } = issue ?? {}
  const place = [...path.map(String), ...keys.slice(0, 1)].join('.')
  if (keys.length > 0) return `${place}: there is no such setting`
  return `${place}: ${issue?.message === undefined ? 'not valid' : describeIssue({ ...issue, message: issue.message }).message}`
}

/** Part of a schema library's interface that reads a profile; zod schemas have it. */
export interface ProfileSchema<T> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly SettingsIssue[] } }
}

/**
 * Makes the reader of a format's vendor profiles (`context.dialect`); the reader throws a WireError that names the invalid field. Each
 * dialect object is checked once, so reuse one object for many requests.
 */
export function createProfileReader<T>(format: Format, schema: ProfileSchema<T>): (dialect: JsonObject) => T {
  const checked = new WeakMap<JsonObject, Checked<T>>()
  /** Every step of a request asks for the same dialect. */
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
      throw new WireError(format, '', `the dialect profile is not legal: ${describeSettingsIssue(result.error.issues[0])}`, {
        cause: result.error,
      })
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
