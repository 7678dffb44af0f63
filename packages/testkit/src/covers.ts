import type { Notice, Pointer } from '@interlingua/core'

/** True if one of the notices is about `path`: at it, above it or under it. A notice on the root covers only the root. */
export function covers(notices: Iterable<Pick<Notice, 'path'>>, path: Pointer): boolean {
  for (const notice of notices) {
    if (notice.path === path) return true
    if (notice.path === '' || path === '') continue
    if (path.startsWith(`${notice.path}/`) || notice.path.startsWith(`${path}/`)) return true
  }
  return false
}
