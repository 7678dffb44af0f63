import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { setAt } from '@interlingua/testkit'
import type { LedgerEntry } from '@interlingua/testkit'

/** The optional fields of one object of a wire schema, in a document that holds such an object. */
export interface LedgerGroup {
  /** The SDK's interface; every key that it has must be in `required` or in `fields`. Absent: no SDK declares it. */
  readonly of?: string
  readonly base: JsonObject
  readonly at: Pointer
  /** Keys that the base has already, or that cannot be absent. */
  readonly required: readonly string[]
  /** Keys that say nothing to any other format, and why: neither change nor notice is owed for them. */
  readonly inert?: Readonly<Record<string, string>>
  /** A value for each optional key that says something; several where one alone would not show. */
  readonly fields: Readonly<Record<string, Json>>
  /** Other values of such a key, where the first says in some direction what is said already. */
  readonly others?: Readonly<Record<string, readonly Json[]>>
}

/** The entries of a group, each set alone. A base that has a value already is given another one. */
export function entriesOf({ base, at, fields, others = {} }: LedgerGroup): readonly LedgerEntry[] {
  return Object.entries(fields).map(([key, value]) => ({
    path: `${at}/${key}` as Pointer, // a pointer and one more segment
    value,
    base,
    ...(others[key] !== undefined && { others: others[key] }),
  }))
}

/** A base document with some values set in it. */
export function withValues(base: JsonObject, values: Readonly<Record<string, Json>>): JsonObject {
  return Object.entries(values).reduce<Json>((document, [path, value]) => setAt(document, path as Pointer, value), base) as JsonObject // an object stays one
}
