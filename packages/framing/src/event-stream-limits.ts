/** Caps of an event stream's messages, in bytes. A message that declares a larger length is refused before it arrives. */
export interface EventStreamLimits {
  readonly maxPayloadLength: number
  readonly maxHeadersLength: number
}

/** AWS's own limits. */
export const defaultEventStreamLimits: EventStreamLimits = { maxPayloadLength: 16 * 1024 * 1024, maxHeadersLength: 128 * 1024 }
