import type { Extensions, Part, Turn } from '@interlingua/core'
import { hintOf, withHint } from '../extension.ts'
import { bypassWord } from '../parts/seal.ts'
import type { LowerScope } from './scope.ts'

/**
 * Models that sign calls want the signature of the first call of each step of the current turn back. A call of another model has none: a
 * sentinel says not to look for it. Earlier turns get it as well, though they are not checked: a sentinel that went with the next words of the
 * user would change the prompt's prefix. These are not reported: they were in the request whose current turn they belonged to. A model that
 * nobody knows is taken for one of the newest family.
 * https://ai.google.dev/gemini-api/docs/thought-signatures
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
    parts[first] = { ...call, extensions: call.extensions === undefined ? bypassBox : withHint(call, bypassHint) }
    bypassed ??= turns.slice()
    bypassed[i] = { ...turn, parts }
  }
  return bypassed ?? turns
}

const bypassHint = { signature: bypassWord }
/** The box of a call that has no other: all of them share it. */
const bypassBox: Extensions = { contents: { hint: bypassHint } }

function isCall({ type }: Part): boolean {
  return type === 'tool-call'
}

function isResult({ type }: Part): boolean {
  return type === 'tool-result'
}

/** Where the user spoke last: what follows are the steps of one turn. Words that came with results belong to these. */
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
