import type { Part, ToolResultPart, Turn } from '@interlingua/core'

/**
 * The common case, seen in one walk: behind each turn that calls stand its results, in order, in turns of nothing else. `undefined` for any
 * other, which is left to those who search.
 */
export function joinInPlace(turns: readonly Turn[]): readonly Turn[] | undefined {
  const joined: Turn[] = []
  for (let i = 0; i < turns.length; i++) {
    const turn = turns[i]
    if (turn === undefined) continue
    joined.push(turn)
    if (turn.author !== 'assistant') {
      if (holdsResults(turn.parts)) return undefined
      continue
    }
    let call = nextCall(turn.parts, 0)
    if (call === -1) {
      if (turns[i + 1]?.author === 'assistant') return undefined
      continue
    }
    // Most turns call once: a list that begins with its first result takes no more room than that.
    let results: ToolResultPart[] | undefined
    for (let next = turns[i + 1]; call !== -1 && next?.author === 'user'; next = turns[i + 1]) {
      for (const part of next.parts) {
        const named = nameResult(part, turn.parts[call])
        if (named === undefined) return undefined
        if (results === undefined) results = [named]
        else results.push(named)
        call = nextCall(turn.parts, call + 1)
      }
      i++
    }
    if (call !== -1 || results === undefined) return undefined
    const at = results[0]?.at
    joined.push(at === undefined ? { author: 'user', parts: results } : { author: 'user', parts: results, at })
  }
  return joined
}

/** Where the next call stands from `from` on; -1 where there is none. */
function nextCall(parts: readonly Part[], from: number): number {
  for (let i = from; i < parts.length; i++) if (parts[i]?.type === 'tool-call') return i
  return -1
}

function holdsResults(parts: readonly Part[]): boolean {
  for (const part of parts) if (part.type === 'tool-result') return true
  return false
}

/** The result of `call` with the name of that; `undefined` for a part that is not its result. */
function nameResult(part: Part, call: Part | undefined): ToolResultPart | undefined {
  if (part.type !== 'tool-result' || call?.type !== 'tool-call' || part.callId !== call.callId) return undefined
  return part.name === call.name ? part : { ...part, name: call.name }
}
