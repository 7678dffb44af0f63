/** Reads base64, also in the URL alphabet, which is legal JSON for bytes (proto3) but refused by most other formats. */
export function readBase64(data: string): { readonly base64: string; readonly spelled?: 'url' | 'unpadded' } {
  if (!data.includes('-') && !data.includes('_')) return { base64: data }
  const base64 = data.replaceAll('-', '+').replaceAll('_', '/')
  const missing = base64.length % 4
  return missing < 2 ? { base64, spelled: 'url' } : { base64: base64.padEnd(base64.length + 4 - missing, '='), spelled: 'unpadded' }
}

/** Prints base64 as `readBase64` got it. */
export function encodeBase64(base64: string, spelled: unknown): string {
  if (spelled !== 'url' && spelled !== 'unpadded') return base64
  const url = base64.replaceAll('+', '-').replaceAll('/', '_')
  return spelled === 'url' ? url : url.replace(/=+$/, '')
}
