const standard = /^[A-Za-z0-9+/]*={0,2}$/

/** The standard alphabet, without white space and with its padding; empty where it is no base64. Copied only where it has to be mended. */
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
