import type { Part, ToolCallPart, ToolResultPart, Turn } from '@interlingua/core'

const isCall = (part: Part): part is ToolCallPart => part.type === 'tool-call'
const isResult = (part: Part): part is ToolResultPart => part.type === 'tool-result'

/**
 * The common case, seen in one walk: behind each turn that calls stand its results, in order, in turns of nothing else. `undefined` for any
 * other, which is left to those who search.
 */
export function joinInPlace(turns: readonly Turn[]): readonly Turn[] | undefined {
  const joined: Turn[] = []
  for (let i = 0; i < turns.length; i++) {
    const turn = turns[i]
    if (turn === undefined) continue
    if (turn.author !== 'assistant') {
      if (turn.parts.some(isResult)) return undefined
      joined.push(turn)
      continue
    }
    joined.push(turn)
    const calls = turn.parts.filter(isCall)
    if (calls.length === 0) {
      if (turns[i + 1]?.author === 'assistant') return undefined
      continue
    }
    const results: ToolResultPart[] = []
    let next = turns[i + 1]
    for (; results.length < calls.length && next?.author === 'user'; next = turns[i + 1]) {
      for (const part of next.parts) {
        const call = calls[results.length]
        if (!isResult(part) || part.callId !== call?.callId) return undefined
        results.push(part.name === call.name ? part : { ...part, name: call.name })
      }
      i++
    }
    if (results.length < calls.length) return undefined
    const at = results[0]?.at
    joined.push(at === undefined ? { author: 'user', parts: results } : { author: 'user', parts: results, at })
  }
  return joined
}
