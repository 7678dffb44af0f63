import { describeIssue, type SchemaIssue } from './describe-issue.ts'
import { WireError } from './errors.ts'
import type { Format } from './node.ts'
import { pointer, type Pointer } from './pointer.ts'

/** Part of a schema library's error that says what is wrong; zod errors have it. */
export interface SchemaError {
  readonly issues: readonly SchemaIssue[]
}

/**
 * Error for a wire value that does not fit its schema: `path` names the field of the first issue, behind `at`, the place of the value. A
 * missing field is reported as required, however the schema words it.
 */
export function errorOfIssue(format: Format, error: SchemaError, value: unknown, at: Pointer): WireError {
  const [first] = error.issues
  const issue = first && describeIssue(first)
  const path = (issue?.path ?? []).map((segment) => (typeof segment === 'symbol' ? String(segment) : segment))
  const message = isMissing(value, path) ? 'Field required' : (issue?.message ?? 'not valid')
  return new WireError(format, pointer(at, ...path), message, { cause: error })
}

/** True if the last segment of the path does not exist: a missing field, not a wrong one. */
function isMissing(value: unknown, path: readonly (string | number)[]): boolean {
  let node: unknown = value
  for (const segment of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, segment)) return true
    node = (node as Readonly<Record<string | number, unknown>>)[segment] // hasOwn has just shown the key
  }
  return false
}
