/** Caps of a parser. */
export interface FramingOptions {
  /**
   * The longest event in UTF-16 units. A longer one gives one `invalid`, and the parser ignores the rest of the stream;
   * it never holds more than this and the chunk it was given.
   */
  readonly maxEventLength: number
}
