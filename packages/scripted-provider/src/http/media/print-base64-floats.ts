/** Numbers as OpenAI packs them: 32-bit floats, little end first, in base64. */
export function printBase64Floats(values: readonly number[]): string {
  const packed = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) packed.writeFloatLE(value, i * 4)
  return packed.toString('base64')
}
