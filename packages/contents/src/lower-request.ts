import type { Context, GenerateRequest, Lowered } from '@interlingua/core'

export function lowerRequest(request: GenerateRequest, _context: Context): Lowered {
  return { request, reversals: { toolNames: new Map(), callIds: new Map(), wrappedTools: new Set() } }
}
