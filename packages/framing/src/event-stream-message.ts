/**
 * One message of an AWS event stream, or a report that something was lost. The order of headers says nothing; of two with one name the last
 * counts. https://smithy.io/2.0/aws/amazon-eventstream.html
 */
export type EventStreamMessage =
  | { readonly type: 'message'; readonly headers: ReadonlyMap<string, EventStreamHeader>; readonly payload: Uint8Array }
  | { readonly type: 'invalid'; readonly message: string }

/** Texts and truth values as they are; of what else a header may hold, the kind is said. A timestamp is in milliseconds since 1970. */
export type EventStreamHeader =
  | string
  | boolean
  | { readonly type: 'i8' | 'i16' | 'i32'; readonly value: number }
  | { readonly type: 'i64' | 'timestamp'; readonly value: bigint }
  | { readonly type: 'bytes' | 'uuid'; readonly value: Uint8Array }
