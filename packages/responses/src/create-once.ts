import type { Context } from '@interlingua/core'

/** The context of a stream: each (code, path) is reported once. */
export function createOnce(context: Context): Context {
  const seen = new Set<string>()
  return {
    ...context,
    onNotice(found) {
      const key = `${found.code} ${found.path}`
      if (seen.has(key)) return
      seen.add(key)
      context.onNotice(found)
    },
  }
}
