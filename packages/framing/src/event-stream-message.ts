/**
 * A message of an AWS event stream, or a report that something was lost. Headers have no order; of two with one name the last counts.
 * https://smithy.io/2.0/aws/amazon-eventstream.html
 */
export type EventStreamMessage =
  | { readonly type: 'message'; readonly headers: ReadonlyMap<string, EventStreamHeader>; readonly payload: Uint8Array }
  | { readonly type: 'invalid'; readonly message: string }

/** Value of a header: texts and booleans as they are, timestamps in milliseconds since 1970, and only the type of any other. */
export type EventStreamHeader =
  | string
  | boolean
  | { readonly type: 'i8' | 'i16' | 'i32'; readonly value: number }
  | { readonly type: 'i64' | 'timestamp'; readonly value: bigint }
  | { readonly type: 'bytes' | 'uuid'; readonly value: Uint8Array }
