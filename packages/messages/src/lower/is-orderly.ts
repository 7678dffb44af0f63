import type { Part, Turn } from '@interlingua/core'

/** The common case, seen in one walk: behind each turn that calls stand its results, in order, before anything else; no id comes twice. */
export function isOrderly(turns: readonly Turn[]): boolean {
  const seen = new Set<string>()
  for (let i = 0; i < turns.length; i++) {
    const turn = turns[i]
    if (turn === undefined) continue
    if (turn.author !== 'assistant') {
      if (turn.parts.some(isToolPart)) return false
      continue
    }
    const next = turns[i + 1]
    let calls = 0
    for (const part of turn.parts) {
      if (part.type === 'tool-result') return false
      if (part.type !== 'tool-call') continue
      const result = next?.parts[calls++]
      if (result?.type !== 'tool-result' || result.callId !== part.callId || seen.has(part.callId)) return false
      seen.add(part.callId)
    }
    if (calls === 0) continue
    if (next?.author !== 'user') return false
    for (let position = calls; position < next.parts.length; position++) {
      const part = next.parts[position]
      if (part !== undefined && isToolPart(part)) return false
    }
    i++
  }
  return true
}

function isToolPart({ type }: Part): boolean {
  return type === 'tool-call' || type === 'tool-result'
}
