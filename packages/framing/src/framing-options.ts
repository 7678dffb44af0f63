/** Caps of a parser. */
export interface FramingOptions {
  /**
   * Length of the longest event, in UTF-16 units. A longer event gives one `invalid`, and the rest of the stream is ignored; the parser
   * never holds more than this and the current chunk.
   */
  readonly maxEventLength: number
}
