import type { Extensions, Part, Turn } from '@interlingua/core'
import { hintOf, withHint } from '../extension.ts'
import { bypassWord } from '../parts/seal.ts'
import type { LowerScope } from './scope.ts'

/**
 * Puts a sentinel on the first call of a step without a signature, which models that sign calls demand in the current turn; unknown models
 * count as the newest family. Earlier turns get it unreported, though they are not checked, since a sentinel that vanished with the user's
 * next words would change the prompt's prefix. https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export function bypassSeals(turns: readonly Turn[], { context, report }: LowerScope): readonly Turn[] {
  if (context.model?.needsSeal === false) return turns
  let bypassed: Turn[] | undefined
  const current = currentTurn(turns)
  for (let i = 0; i < turns.length; i++) {
    const turn = turns[i]
    if (turn === undefined || turn.author !== 'assistant') continue
    const first = turn.parts.findIndex(isCall)
    const call = turn.parts[first]
    if (call === undefined || call.seal !== undefined || hintOf(call).signature !== undefined) continue
    if (i >= current) report('seal-bypass', call.at ?? turn.at ?? '')
    const parts = turn.parts.slice()
    parts[first] = { ...call, extensions: call.extensions === undefined ? bypassExtension : withHint(call, bypassHint) }
    bypassed ??= turns.slice()
    bypassed[i] = { ...turn, parts }
  }
  return bypassed ?? turns
}

const bypassHint = { signature: bypassWord }
/** Extension that all calls without another one share. */
const bypassExtension: Extensions = { contents: { hint: bypassHint } }

function isCall({ type }: Part): boolean {
  return type === 'tool-call'
}

function isResult({ type }: Part): boolean {
  return type === 'tool-result'
}

/** Index of the user's latest turn; the turns behind it are the steps of one turn. Words beside results do not begin a turn. */
function currentTurn(turns: readonly Turn[]): number {
  let afterResults = false
  let from = 0
  for (let i = 0; i < turns.length; i++) {
    const turn = turns[i]
    if (turn === undefined) continue
    const user = turn.author === 'user'
    const results = user && turn.parts.some(isResult)
    if (user && !results && !afterResults) from = i
    afterResults = user && (results || afterResults)
  }
  return from
}
