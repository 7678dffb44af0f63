/** Caps of an event stream's messages, in bytes. A message that says of itself that it is longer is refused before it is there. */
export interface EventStreamLimits {
  readonly maxPayloadLength: number
  readonly maxHeadersLength: number
}

/** Those of AWS. */
export const defaultEventStreamLimits: EventStreamLimits = { maxPayloadLength: 16 * 1024 * 1024, maxHeadersLength: 128 * 1024 }
