import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { setAt } from '@interlingua/testkit'
import type { CoverageEntry } from '@interlingua/testkit'

/** Optional fields of one object of a wire schema, in a document that holds such an object. */
export interface CoverageGroup {
  /** Interface of the SDK; each of its keys must be in `required` or in `fields`. Absent: no SDK declares it. */
  readonly of?: string
  readonly base: JsonObject
  readonly at: Pointer
  /** Keys that the base has, or that are mandatory. */
  readonly required: readonly string[]
  /** Keys without meaning for any other format, with the reason: they need neither change nor notice. Absent: none. */
  readonly inert?: Readonly<Record<string, string>>
  /** Values for the other optional keys; several if one alone has no effect. */
  readonly fields: Readonly<Record<string, Json>>
  /** Further values of a key, if the first is the default in some direction. Absent: none. */
  readonly others?: Readonly<Record<string, readonly Json[]>>
}

/** Entries of a group, each set alone. A value that the base has is replaced. */
export function entriesOf({ base, at, fields, others = {} }: CoverageGroup): readonly CoverageEntry[] {
  return Object.entries(fields).map(([key, value]) => ({
    path: `${at}/${key}` as Pointer, // a pointer and one more segment
    value,
    base,
    ...(others[key] !== undefined && { others: others[key] }),
  }))
}

/** Sets values in a base document. */
export function withValues(base: JsonObject, values: Readonly<Record<string, Json>>): JsonObject {
  return Object.entries(values).reduce<Json>((document, [path, value]) => setAt(document, path as Pointer, value), base) as JsonObject // an object stays one
}
