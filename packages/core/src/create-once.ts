import type { Context } from './context.ts'
import type { Notice } from './notice.ts'

/**
 * The context of one translation that says nothing twice: several parts may stand in one place of the source. A notice without a place is
 * always told: two of them may speak of two things.
 */
export function createOnce(context: Context): Context {
  /** By code: one string for both would be made anew for each notice. */
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
