import type { JsonObject } from '@interlingua/core'

/** Field of an endpoint with a value, whose fate is found by comparing the calls with it and without it. */
export interface FieldCase {
  /** Name of the field on the page. */
  readonly name: string
  /** Body to which the field is added. Absent: the shortest body of the endpoint. */
  readonly base?: JsonObject
  readonly field: JsonObject
  /** True: no upstream may get this value. */
  readonly illegal?: true
}
