/** The number of bytes in a base64 text. */
export function byteLength(base64: string): number {
  let length = base64.length
  while (length > 0 && base64.charAt(length - 1) === '=') length--
  return Math.floor((length * 3) / 4)
}
