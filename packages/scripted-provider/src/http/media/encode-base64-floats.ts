/** Encodes numbers as OpenAI does: 32-bit little-endian floats in base64. */
export function encodeBase64Floats(values: readonly number[]): string {
  const packed = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) packed.writeFloatLE(value, i * 4)
  return packed.toString('base64')
}
