import type { EncodeState } from '@interlingua/core'
import { instructionsOf } from './instructions-of.ts'

/** Settings of the request that a response needs, without the conversation, which need not be held for the length of a stream. */
export function settingsOf(asked: EncodeState): EncodeState {
  // `inputTokens` would hold the request.
  const { request, inputTokens: _, ...rest } = asked
  return request === undefined ? rest : { ...rest, request: { ...request, turns: instructionsOf(request) } }
}
