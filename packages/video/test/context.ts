import { defaultLimits, defaultPolicy, type Context, type JsonObject, type Notice } from '@interlingua/core'

/** A context that gathers its notices. */
export function gathering(dialect: JsonObject = {}): { readonly context: Context; readonly notices: Notice[] } {
  const notices: Notice[] = []
  const context: Context = {
    onNotice: (notice) => void notices.push(notice),
    newId: (prefix) => `${prefix}1`,
    now: () => 0,
    limits: defaultLimits,
    policy: defaultPolicy,
    dialect,
  }
  return { context, notices }
}
