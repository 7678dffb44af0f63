import type { Extensions, Part, Turn } from '@interlingua/core'
import { hintOf, withHint } from '../extension.ts'
import { bypassWord } from '../parts/seal.ts'
import type { LowerScope } from './scope.ts'

/**
 * Models that sign calls want the signature of the first call of each step of the current turn back. A call of another model has none: a
 * word says not to look for it. A model that nobody knows is taken for one of the newest family. https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export function bypassSeals(turns: readonly Turn[], { context, report }: LowerScope): readonly Turn[] {
  if (context.model?.needsSeal === false) return turns
  const from = currentTurn(turns)
  if (!turns.some(({ author }, index) => author === 'assistant' && index >= from)) return turns
  return turns.map((turn, index) => {
    if (turn.author !== 'assistant' || index < from) return turn
    const first = turn.parts.findIndex(isCall)
    const call = turn.parts[first]
    if (call === undefined || call.seal !== undefined || hintOf(call).signature !== undefined) return turn
    report('seal-bypass', call.at ?? turn.at ?? '')
    const parts = turn.parts.slice()
    parts[first] = { ...call, extensions: call.extensions === undefined ? bypassed : withHint(call, bypassHint) }
    return { ...turn, parts }
  })
}

const bypassHint = { signature: bypassWord }
/** The box of a call that has no other: all of them share it. */
const bypassed: Extensions = { contents: { hint: bypassHint } }

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
  turns.forEach(({ author, parts }, index) => {
    const results = parts.some(isResult)
    if (author === 'user' && !results && !afterResults) from = index
    afterResults = author === 'user' && (results || afterResults)
  })
  return from
}
