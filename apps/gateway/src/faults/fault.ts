import type { Failure, JsonObject } from '@interlingua/core'

/** Why a request gets no answer but an error: the failure, and what HTTP says beside it. */
export interface Fault {
  readonly failure: Failure
  /** Where the format's own choice would be less exact (405, 415). */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Where an endpoint words its errors otherwise than its format does. */
  readonly spell?: (body: JsonObject) => JsonObject
  /** The rest of the request is not wanted: the connection ends with the answer. */
  readonly close?: boolean
}
