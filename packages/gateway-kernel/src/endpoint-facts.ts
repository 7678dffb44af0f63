import type { Failure, Format, JsonObject } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'

/** Path of the gateway, without its service. */
export interface EndpointFacts {
  /** Method; `GET` endpoints answer `HEAD` as well. */
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** `/v1/responses/{id}/input_items`. A name in braces takes one segment; `{name+}` at the end takes the rest, slashes included;
   *  `{model}:method` at the end is a method of a model, whose id may hold slashes and colons.
   */
  readonly path: string
  /** Other paths of the same endpoint. */
  readonly also?: readonly string[]
  /** True or false if the path decides whether the answer is a stream; absent: the body decides. */
  readonly stream?: boolean
  /** Description in a few words; absent if the service's description has a text of its own. */
  readonly summary?: string
  /** Format of the endpoint, also of its errors. Absent: the client's format by its headers. */
  readonly edge?: FormatEdge
  /** Dialect for records, logs and metrics. Absent: the endpoint's format. */
  readonly dialect?: Format
  /** Required key: none, any valid key, or an administrator's. */
  readonly access: 'open' | 'key' | 'admin'
  /** Name of the operation in usage records and metrics. */
  readonly operation: string
  /** True if a call counts towards the key's rates and leaves a usage record. */
  readonly metered: boolean
  /** True if a call takes nothing off the key's rates, but is refused while the key is over them. Default false. */
  readonly rated?: boolean
  /** Wording of errors; absent: the format's. */
  readonly errors?: EndpointErrors
}

export interface EndpointErrors {
  /** Status in place of the format's; undefined: the format's. */
  readonly status: (failure: Failure) => number | undefined
  /** Words the format's error document for this endpoint. */
  readonly rewriteBody: (body: JsonObject, failure: Failure, status: number) => JsonObject
}
