import type { Context, Notice } from '@interlingua/core'

/** The context of one translation that says nothing twice: several parts may stand in one place of the source. */
export function createOnce(context: Context): Context {
  let told: Set<string> | undefined
  return {
    ...context,
    onNotice(found: Notice) {
      const key = `${found.code} ${found.path}`
      if (told?.has(key)) return
      ;(told ??= new Set()).add(key)
      context.onNotice(found)
    },
  }
}
