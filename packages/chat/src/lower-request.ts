import type { Context, GenerateRequest, Lowered } from '@interlingua/core'

/** Makes a request legal for a Chat Completions upstream, with a notice for each change. */
export function lowerRequest(request: GenerateRequest, _context: Context): Lowered {
  return { request, reversals: { toolNames: new Map(), callIds: new Map(), wrappedTools: new Set() } }
}
