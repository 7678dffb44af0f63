/** The standard alphabet, without white space and with its padding. Copied only where it has to be mended. */
export function tidyBase64(base64: string): string {
  const plain = /^[A-Za-z0-9+/]*={0,2}$/.test(base64) ? base64 : mend(base64)
  const missing = plain.endsWith('=') ? 0 : (4 - (plain.length % 4)) % 4
  return missing === 0 ? plain : plain + '='.repeat(missing)
}

function mend(base64: string): string {
  return base64.replaceAll(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/')
}
