import { pointer, UnsupportedError } from '@interlingua/core'
import type { Part, Pointer, ToolCallPart, ToolResultPart, Turn } from '@interlingua/core'
import { deriveId } from '@interlingua/core'
import { hintOf } from '../extension.ts'
import { isOrderly } from './is-orderly.ts'
import type { LowerScope } from './scope.ts'

/**
 * All results of an assistant turn stand in the user turn right after it, before anything else; each call has exactly one.
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use
 */
export function pairResults(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  if (!turns.some(hasToolParts)) return turns
  const joined = joinResults(turns)
  if (isOrderly(joined)) return joined
  const work: Turn[] = joinResults(uniqueIds(turns, scope))
  const pairing: Pairing = { placed: new Set(), emptied: new Set(), counts: countResults(work) }
  const paired: Turn[] = []
  for (let i = 0; i < work.length; i++) {
    const turn = work[i]
    if (turn === undefined) continue
    if (turn.author !== 'assistant' || !turn.parts.some(isCall)) {
      const kept = dropOrphans(turn, pairing, scope)
      if (kept) paired.push(kept)
      continue
    }
    let merged = turn
    for (let next = work[i + 1]; next?.author === 'assistant'; next = work[i + 1]) {
      scope.report('calls-merged', next.at ?? '')
      merged = { ...merged, parts: [...merged.parts, ...next.parts] }
      work.splice(i + 1, 1)
    }
    paired.push(answerCalls(merged, i, work, pairing, scope))
  }
  return paired
}

/** What the pairing of one conversation knows. */
interface Pairing {
  /** Results that belong to a call. */
  readonly placed: Set<Part>
  /** Turns that held nothing but results, which are elsewhere now. */
  readonly emptied: Set<Turn>
  /** How many results each call id has. */
  readonly counts: ReadonlyMap<string, number>
}

const isCall = (part: Part): part is ToolCallPart => part.type === 'tool-call'
const isResult = (part: Part): part is ToolResultPart => part.type === 'tool-result'
const hasToolParts = (turn: Turn): boolean => turn.parts.some((part) => isCall(part) || isResult(part))

/** Puts the results of one assistant turn into place; gives back the turn with the calls that are answered. */
function answerCalls(turn: Turn, index: number, work: Turn[], pairing: Pairing, scope: LowerScope): Turn {
  const { placed, counts } = pairing
  const calls = turn.parts.filter(isCall)
  if (isAnswered(calls, work[index + 1], placed, counts)) return turn
  const ids = new Set(calls.map(({ callId }) => callId))
  const found = new Map<string, { result: ToolResultPart; turn: number }>()
  let doubled = false
  let left = 0
  for (const id of ids) left += counts.get(id) ?? 0
  for (let i = index + 1; i < work.length && left > 0; i++) {
    for (const part of work[i]?.parts ?? []) {
      if (!isResult(part) || !ids.has(part.callId)) continue
      left--
      const earlier = found.get(part.callId)
      if (earlier) {
        scope.report('double-result', earlier.result.at ?? '')
        doubled = true
        placed.add(earlier.result)
        earlier.result = part
      } else found.set(part.callId, { result: part, turn: i })
      placed.add(part)
    }
  }
  const missing = calls.filter(({ callId }) => !found.has(callId))
  if (!doubled && missing.length === 0 && isInPlace(work, index, found)) return turn
  const answer = [...found.values()].map(({ result }) => result)
  const kept = missing.length === 0 ? turn : answerMissing(turn, missing, answer, scope)
  if (kept.parts.some(isCall)) insertAnswer(work, index, answer, doubled, pairing, scope)
  return kept
}

function countResults(turns: readonly Turn[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { parts } of turns) for (const part of parts) if (isResult(part)) counts.set(part.callId, (counts.get(part.callId) ?? 0) + 1)
  return counts
}

/** The common case, seen without a search: one result for each call, all of them at the front of the next turn. */
function isAnswered(
  calls: readonly ToolCallPart[],
  next: Turn | undefined,
  placed: Set<Part>,
  counts: ReadonlyMap<string, number>,
): boolean {
  if (next?.author !== 'user') return false
  const front = next.parts.slice(0, calls.length)
  for (const { callId } of calls)
    if (counts.get(callId) !== 1 || !front.some((part) => isResult(part) && part.callId === callId)) return false
  for (const part of front) placed.add(part)
  return true
}

/** Results in the next turn, before anything else, and nowhere else: legal as it is. */
function isInPlace(work: readonly Turn[], index: number, found: ReadonlyMap<string, { result: ToolResultPart; turn: number }>): boolean {
  const next = work[index + 1]
  if (next?.author !== 'user') return false
  for (const { turn } of found.values()) if (turn !== index + 1) return false
  const results = [...found.values()].map(({ result }) => result as Part)
  for (let i = 0; i < results.length; i++) {
    const part = next.parts[i]
    if (part === undefined || !results.includes(part)) return false
  }
  return true
}

function answerMissing(turn: Turn, missing: readonly ToolCallPart[], answer: ToolResultPart[], scope: LowerScope): Turn {
  const { orphanCalls } = scope.context.policy
  const [first] = missing
  if (orphanCalls === 'reject') throw new UnsupportedError('messages', first?.at ?? turn.at ?? '', 'a call has no result')
  for (const call of missing) {
    const at = call.at ?? turn.at ?? ''
    if (orphanCalls === 'drop') {
      scope.report('orphan-call-dropped', at)
      continue
    }
    scope.report('orphan-call', at)
    answer.push({
      type: 'tool-result',
      callId: call.callId,
      isError: true,
      parts: [{ type: 'text', text: 'No result was given for this call.', at }],
      at,
    })
  }
  return orphanCalls === 'drop' ? { ...turn, parts: turn.parts.filter((part) => !missing.some((call) => call === part)) } : turn
}

/** Takes the results from where they were and puts them first in the turn after `index`. */
function insertAnswer(
  work: Turn[],
  index: number,
  answer: readonly ToolResultPart[],
  doubled: boolean,
  { placed, emptied }: Pairing,
  scope: LowerScope,
): void {
  const mine = new Set<Part>(answer)
  let adjacent = true
  let sought = doubled ? Number.POSITIVE_INFINITY : answer.filter((part) => placed.has(part)).length
  for (let i = index + 1; i < work.length && sought > 0; i++) {
    const turn = work[i]
    if (turn === undefined) continue
    const own = turn.parts.filter(
      (part) => mine.has(part) || (doubled && isResult(part) && answer.some(({ callId }) => callId === part.callId)),
    )
    if (own.length > 0) {
      sought -= own.length
      const first = turn.parts[0]
      if (!adjacent || turn.author !== 'user' || first === undefined || !isResult(first))
        for (const part of own) scope.report('result-order', part.at ?? '')
      const left = { ...turn, parts: turn.parts.filter((part) => !own.includes(part)) }
      if (left.parts.length === 0) emptied.add(left)
      work[i] = left
    }
    if (turn.author !== 'user' || turn.parts.some((part) => !isResult(part))) adjacent = false
  }
  const target = work[index + 1]
  const at: Pointer = answer[0]?.at ?? target?.at ?? ''
  // A message whose role nobody knows holds itself, and nothing else.
  if (target?.author === 'user' && hintOf(target).role !== 'opaque') work[index + 1] = { ...target, parts: [...answer, ...target.parts] }
  else work.splice(index + 1, 0, { author: 'user', parts: answer, at })
  for (const part of answer) placed.add(part)
}

/** A result that no call asked for is refused. A turn that held nothing else is gone. */
function dropOrphans(turn: Turn, { placed, emptied }: Pairing, scope: LowerScope): Turn | undefined {
  if (emptied.has(turn)) return undefined
  const parts = turn.parts.filter((part, position) => {
    if (!isResult(part) || placed.has(part)) return true
    scope.report('orphan-result', part.at ?? pointer(turn.at ?? '', 'parts', position))
    return false
  })
  if (parts.length === turn.parts.length) return turn
  return parts.length === 0 ? undefined : { ...turn, parts }
}

/** Other formats give one message for each result: those that follow each other are one turn here. */
function joinResults(turns: readonly Turn[]): Turn[] {
  const joined: Turn[] = []
  for (const turn of turns) {
    const before = joined[joined.length - 1]
    if (before && holdsResultsOnly(turn) && holdsResultsOnly(before))
      joined[joined.length - 1] = { ...before, parts: [...before.parts, ...turn.parts] }
    else joined.push(turn)
  }
  return joined
}

function holdsResultsOnly(turn: Turn): boolean {
  return turn.author === 'user' && turn.parts.length > 0 && turn.parts.every(isResult)
}

/** Ids are unique in a whole conversation: a later call with a used id gets another, and its results with it. */
function uniqueIds(turns: readonly Turn[], scope: LowerScope): Turn[] {
  const seen = new Set<string>()
  const renamed = new Map<string, string>()
  return turns.map((turn, index) => {
    let changed = false
    const parts = turn.parts.map((part, position): Part => {
      if (isCall(part)) {
        renamed.delete(part.callId)
        if (!seen.has(part.callId)) {
          seen.add(part.callId)
          return part
        }
        const id = deriveId('call_', part.callId, index, position)
        seen.add(id)
        renamed.set(part.callId, id)
        scope.report('call-id', part.at ?? '')
        changed = true
        return { ...part, callId: id }
      }
      const id = isResult(part) ? renamed.get(part.callId) : undefined
      if (id === undefined) return part
      changed = true
      return { ...part, callId: id } as Part // a result with another id
    })
    return changed ? { ...turn, parts } : turn
  })
}
