import type { Failure, Format, JsonObject } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'

/** A path of the gateway, without what serves it. */
export interface EndpointFacts {
  /** `GET` answers `HEAD` as well. */
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** `/v1/responses/{id}/input_items`. A name in braces takes one segment; `{name+}` at the end takes the rest, slashes included;
   *  `{model}:method` at the end is a method of a model, whose id may hold slashes and colons.
   */
  readonly path: string
  /** Other paths that mean the same. */
  readonly also?: readonly string[]
  /** Whether the answer is a stream, where the path says so. */
  readonly stream?: boolean
  /** What it does, in a few words, where the description of the service has nothing of its own. */
  readonly summary?: string
  /** The format that is spoken here, also in errors; absent: whatever the client seems to speak. */
  readonly edge?: FormatEdge
  /** The dialect that is spoken here, where that is not that of the endpoint's format: for records, logs and metrics. */
  readonly dialect?: Format
  /** Who may call: anybody, whoever has a key, whoever has the key of an administrator. */
  readonly access: 'open' | 'key' | 'admin'
  /** What is done here, for usage records and metrics. */
  readonly operation: string
  /** True: a call counts towards the key's rates, and leaves a usage record. */
  readonly metered: boolean
  /** True: takes nothing off the key's rates, but is refused while the key is over them. */
  readonly rated?: boolean
  /** How errors are worded here, where that is not as the format has it. */
  readonly errors?: EndpointErrors
}

export interface EndpointErrors {
  /** In place of the format's; `undefined`: the format's. */
  readonly status: (failure: Failure) => number | undefined
  /** The format's document in this endpoint's words. */
  readonly spell: (body: JsonObject, failure: Failure, status: number) => JsonObject
}
