import type { ToolCallPart, ToolResultPart } from '../part.ts'
import type { Turn } from '../request.ts'
import { joinRun } from './join-turns.ts'
import type { PairingRules } from './pairing-rules.ts'

/**
 * Handles the common case in one walk: every turn that calls is followed by its results, and no id needs another. Returns `undefined` if
 * the turns need more, and `turns` itself where they are legal already; allocates nothing before the first part of a tool.
 */
export function pairInPlace(turns: readonly Turn[], rules: PairingRules): readonly Turn[] | undefined {
  return rules.place === 'after-call' ? pairAnywhere(turns) : regroup(turns, rules)
}

/** Returns the turns if each call has one result somewhere after it. */
function pairAnywhere(turns: readonly Turn[]): readonly Turn[] | undefined {
  let open: Map<string, boolean> | undefined
  let unanswered = 0
  for (const { author, parts } of turns) {
    for (const part of parts) {
      if (part.type === 'tool-call') {
        open ??= new Map()
        if (author !== 'assistant' || open.has(part.callId)) return undefined
        open.set(part.callId, true)
        unanswered++
      } else if (part.type === 'tool-result') {
        if (author !== 'user' || open?.get(part.callId) !== true) return undefined
        open.set(part.callId, false)
        unanswered--
      }
    }
  }
  return unanswered === 0 ? turns : undefined
}

function regroup(turns: readonly Turn[], { place, ids, merge, names }: PairingRules): readonly Turn[] | undefined {
  let out: Turn[] | undefined
  /** By id: index of the turn that called last with it; once answered, that index negated, minus one. */
  let calledAt: Map<string, number> | undefined
  for (let i = 0; i < turns.length; i++) {
    const turn = turns[i] as Turn // the index is in range
    let calls = 0
    for (const part of turn.parts) {
      if (part.type === 'tool-result') return undefined
      if (part.type !== 'tool-call') continue
      if (turn.author !== 'assistant') return undefined
      calledAt ??= new Map()
      const before = calledAt.get(part.callId)
      if (before !== undefined && (ids === 'unique' || before === i)) return undefined
      calledAt.set(part.callId, i)
      calls++
    }
    if (calls === 0) {
      out?.push(turn)
      continue
    }
    if (merge && turns[i - 1]?.author === 'assistant') return undefined
    let waiting = calls
    let position = -1
    let renamed = false
    let end = i + 1
    for (; waiting > 0; end++) {
      const next = turns[end]
      if (next?.author !== 'user' || next.parts.length === 0 || (next.changes && end > i + 1)) return undefined
      for (let n = 0; n < next.parts.length; n++) {
        const part = next.parts[n]
        if (part?.type !== 'tool-result') {
          // Words behind the last result may stay in its turn for one target only, and only in one turn.
          if (waiting > 0 || place !== 'next-turn' || end > i + 1) return undefined
          continue
        }
        if (waiting === 0 || calledAt?.get(part.callId) !== i) return undefined
        calledAt.set(part.callId, -i - 1)
        waiting--
        if (place === 'own-turn') {
          position = nextCall(turn, position)
          const call = turn.parts[position] as ToolCallPart // there are as many calls as results
          if (call.callId !== part.callId) return undefined
          if (names === true && part.name !== call.name) renamed = true
        }
      }
    }
    const legal = !renamed && (place === 'turn-each' ? end - i - 1 === calls : end === i + 2)
    if (legal) {
      if (out) for (let k = i; k < end; k++) out.push(turns[k] as Turn) // in range
    } else {
      out ??= turns.slice(0, i)
      out.push(turn)
      if (place === 'turn-each') splitResults(turns, i + 1, end, out)
      else out.push(renamed ? nameResults(joinResults(turns, i + 1, end), turn) : joinResults(turns, i + 1, end))
    }
    i = end - 1
  }
  return out ?? turns
}

/** Index of the next call after `position`. */
function nextCall({ parts }: Turn, position: number): number {
  let next = position + 1
  while (parts[next]?.type !== 'tool-call') next++
  return next
}

function joinResults(turns: readonly Turn[], start: number, end: number): Turn {
  return end - start === 1 ? (turns[start] as Turn) : joinRun(turns, start, end) // in range
}

function splitResults(turns: readonly Turn[], start: number, end: number, out: Turn[]): void {
  for (let i = start; i < end; i++) {
    const turn = turns[i] as Turn // in range
    if (turn.parts.length === 1) out.push(turn)
    // The first of the new turns keeps what the turn holds beside its parts.
    else for (let n = 0; n < turn.parts.length; n++) out.push(resultTurn(turn, turn.parts[n] as ToolResultPart, n === 0)) // all are results
  }
}

/** Turn of one result, taken out of a turn that holds several. */
function resultTurn(turn: Turn, part: ToolResultPart, whole: boolean): Turn {
  if (whole) return { ...turn, parts: [part] }
  const at = part.at ?? turn.at
  return at === undefined ? { author: 'user', parts: [part] } : { author: 'user', parts: [part], at }
}

/** Gives results the names of their calls, which stand in the same order. */
function nameResults(results: Turn, calling: Turn): Turn {
  let position = -1
  const parts = results.parts.map((part) => {
    position = nextCall(calling, position)
    const { name } = calling.parts[position] as ToolCallPart // there are as many calls as results
    return part.type !== 'tool-result' || part.name === name ? part : { ...part, name }
  })
  return { ...results, parts }
}
