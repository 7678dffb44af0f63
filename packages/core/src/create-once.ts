import type { Context } from './context.ts'
import type { Notice } from './notice.ts'

/**
 * Returns a context that reports each notice once for each place, since several parts may have the same place in the source. Notices
 * without a place are always reported: two of them may mean two things.
 */
export function createOnce(context: Context): Context {
  /** Paths by code: one joined string would be allocated for each notice. */
  let told: Map<string, Set<string>> | undefined
  return {
    ...context,
    onNotice(found: Notice) {
      if (found.path !== '') {
        const places = told?.get(found.code)
        if (places?.has(found.path)) return
        if (places) places.add(found.path)
        else (told ??= new Map()).set(found.code, new Set([found.path]))
      }
      context.onNotice(found)
    },
  }
}
