/** A JSON Pointer (RFC 6901); `''` is the whole document. https://www.rfc-editor.org/rfc/rfc6901 */
export type Pointer = '' | `/${string}`

/** `base` followed by `segments`, each escaped as RFC 6901 demands. */
export function pointer(base: Pointer, ...segments: readonly (string | number)[]): Pointer {
  let path: Pointer = base
  for (const segment of segments) path = `${path}/${typeof segment === 'number' ? segment : escapeSegment(segment)}`
  return path
}

function escapeSegment(segment: string): string {
  return segment.includes('~') || segment.includes('/') ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment
}
