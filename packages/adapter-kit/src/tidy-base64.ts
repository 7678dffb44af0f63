const standard = /^[A-Za-z0-9+/]*={0,2}$/

/**
 * Normalizes base64: the standard alphabet, no white space, with padding; `''` if it is not base64. Copies only if something has to be
 * corrected.
 */
export function tidyBase64(base64: string): string {
  const wellFormed = standard.test(base64)
  const plain = wellFormed ? base64 : mend(base64)
  if (!wellFormed && !standard.test(plain)) return ''
  const missing = plain.endsWith('=') ? 0 : (4 - (plain.length % 4)) % 4
  return missing === 0 ? plain : plain + '='.repeat(missing)
}

function mend(base64: string): string {
  return base64.replaceAll(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/')
}
