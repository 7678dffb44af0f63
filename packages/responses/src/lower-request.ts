import type { Context, GenerateRequest, Lowered } from '@interlingua/core'
import { fates } from './fates.ts'

export function lowerRequest(request: GenerateRequest, context: Context): Lowered {
  fates.request(request, context)
  return { request, reversals: { toolNames: new Map(), callIds: new Map(), wrappedTools: new Set() } }
}
