/** Base64 in the alphabet of URLs is legal JSON for bytes (proto3), but most other formats refuse it. */
export function readBase64(data: string): { readonly base64: string; readonly spelled?: 'url' | 'unpadded' } {
  if (!data.includes('-') && !data.includes('_')) return { base64: data }
  const base64 = data.replaceAll('-', '+').replaceAll('_', '/')
  const missing = base64.length % 4
  return missing < 2 ? { base64, spelled: 'url' } : { base64: base64.padEnd(base64.length + 4 - missing, '='), spelled: 'unpadded' }
}

/** The text that `readBase64` was given. */
export function printBase64(base64: string, spelled: unknown): string {
  if (spelled !== 'url' && spelled !== 'unpadded') return base64
  const url = base64.replaceAll('+', '-').replaceAll('/', '_')
  return spelled === 'url' ? url : url.replace(/=+$/, '')
}
