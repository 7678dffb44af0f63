/** Pixels, row by row: red, green, blue and alpha, a byte each. */
export interface Bitmap {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}
