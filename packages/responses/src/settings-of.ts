import type { Asked } from '@interlingua/core'
import { instructionsOf } from './instructions-of.ts'

/** What an answer needs of its request, without the conversation: as long as a stream lasts, that need not be held. */
export function settingsOf(asked: Asked): Asked {
  // What counts the request holds it.
  const { request, inputTokens: _, ...rest } = asked
  return request === undefined ? rest : { ...rest, request: { ...request, turns: instructionsOf(request) } }
}
