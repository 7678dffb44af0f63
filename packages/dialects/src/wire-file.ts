/** A file in a form. */
export interface WireFile {
  readonly filename: string
  readonly mime: string
  readonly base64: string
}
