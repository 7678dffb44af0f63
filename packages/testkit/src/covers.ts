import type { Notice, Pointer } from '@interlingua/core'

/** Whether one of the notices speaks about `path`: it lies at it, above it or under it. The root speaks for nothing but the root. */
export function covers(notices: Iterable<Pick<Notice, 'path'>>, path: Pointer): boolean {
  for (const notice of notices) {
    if (notice.path === path) return true
    if (notice.path === '' || path === '') continue
    if (path.startsWith(`${notice.path}/`) || notice.path.startsWith(`${path}/`)) return true
  }
  return false
}
