import { deriveId } from '../derive-id.ts'
import type { Part, ToolCallPart, ToolResultPart } from '../part.ts'
import type { Pointer } from '../pointer.ts'
import type { Turn } from '../request.ts'
import type { PairingRules } from './pairing-rules.ts'

/** A call of the conversation, with the result that answers it. */
export interface Call {
  readonly part: ToolCallPart
  readonly at: Pointer
  /** Index of the call's turn. */
  readonly turn: number
  readonly generation: Generation
  /** Id for the target. */
  id: string
  /** True if the call repeats another call, and is left out. */
  dropped: boolean
  result: Result | undefined
}

/** A result of the conversation, with the call that it answers. */
export interface Result {
  readonly part: ToolResultPart
  readonly at: Pointer
  readonly turn: number
  /** Position among all results. */
  readonly order: number
  /** Index of the last assistant turn before the result, if only results stand in between; else -1. */
  readonly behind: number
  call: Call | undefined
  superseded: boolean
}

/** Calls of one id that were made at once, by one run of assistant turns. */
interface Generation {
  readonly run: number
  readonly calls: Call[]
  /** Number of these calls that have a result. */
  answered: number
  /** Nearest earlier calls of this id that may still wait. Undefined: none. */
  older: Generation | undefined
}

/** Calls of assistant turns and results of user turns, each in their order. */
export interface Matches {
  readonly calls: readonly Call[]
  readonly results: readonly Result[]
}

export const isCall = (part: Part): part is ToolCallPart => part.type === 'tool-call'
export const isResult = (part: Part): part is ToolResultPart => part.type === 'tool-result'

/** Matches results with calls, the same way for every target. Linear in the number of parts. */
export function matchResults(turns: readonly Turn[], rules: PairingRules): Matches {
  const calls: Call[] = []
  const results: Result[] = []
  const newest = new Map<string, Generation>()
  /** Results before any call of their id. */
  const early: Result[] = []
  /** Latest result of each id. */
  const last = new Map<string, Result>()
  let run = -1
  let behind = -1
  for (let index = 0; index < turns.length; index++) {
    const turn = turns[index] as Turn // the index is in range
    const { author, parts } = turn
    if (author === 'assistant') {
      if (turns[index - 1]?.author !== 'assistant') run++
      behind = index
    } else if (author === 'instruction') behind = -1
    for (let n = 0; n < parts.length; n++) {
      const part = parts[n] as Part // the index is in range
      const at = (): Pointer => part.at ?? (`${turn.at ?? `/turns/${index}`}/parts/${n}` as Pointer) // a pointer and what follows it
      if (author === 'user' && !isResult(part)) behind = -1
      if (author === 'assistant' && isCall(part)) {
        const same = newest.get(part.callId)
        const generation = same?.run === run ? same : { run, calls: [], answered: 0, older: same }
        if (generation !== same) newest.set(part.callId, generation)
        const call: Call = { part, at: at(), turn: index, generation, id: part.callId, dropped: false, result: undefined }
        generation.calls.push(call)
        calls.push(call)
      } else if (author === 'user' && isResult(part)) {
        const result: Result = { part, at: at(), turn: index, order: results.length, behind, call: undefined, superseded: false }
        results.push(result)
        const nearest = newest.get(part.callId)
        if (nearest) answer(nearest, result, last, rules)
        else early.push(result)
      }
    }
  }
  for (const result of early) {
    const nearest = newest.get(result.part.callId)
    const waiting = nearest && nextWaiting(nearest)
    if (waiting) give(waiting, result)
  }
  settleIds(calls, newest, early, rules)
  return { calls, results }
}

function answer(nearest: Generation, result: Result, last: Map<string, Result>, { report }: PairingRules): void {
  const { callId } = result.part
  const waiting = nextWaiting(nearest)
  if (waiting) {
    // The nearest calls have their results, and older ones of this id wait: the match is a guess, and is reported as ambiguous.
    if (waiting.generation !== nearest) report('ambiguous-result', result.at)
    else last.set(callId, result)
    give(waiting, result)
    return
  }
  const before = last.get(callId)
  if (before?.call === undefined) return
  before.superseded = true
  report(isSame(before.part, result.part) ? 'repeated-result' : 'duplicate-result', before.at)
  give(before.call, result)
  last.set(callId, result)
}

/**
 * First call without a result, of the nearest generation that has one. Skips generations without one for ever, so that the search is
 * linear.
 */
function nextWaiting(nearest: Generation): Call | undefined {
  for (let generation: Generation | undefined = nearest; generation; generation = generation.older) {
    if (generation.answered < generation.calls.length) return generation.calls[generation.answered]
    if (generation !== nearest) nearest.older = generation.older
  }
  return undefined
}

function give(call: Call, result: Result): void {
  if (call.result === undefined) call.generation.answered++
  call.result = result
  result.call = call
}

/**
 * Drops repetitions of a call within one run. Where an id may name one call only, a later call gets an id that depends only on what stands
 * before it, so that later turns change nothing.
 */
function settleIds(
  calls: readonly Call[],
  known: ReadonlyMap<string, unknown>,
  early: readonly Result[],
  { ids, elsewhere, report }: PairingRules,
): void {
  const used = new Map<string, number>()
  /** Turn that called last with an id. */
  const calledAt = new Map<string, number>()
  // Results for calls that the target keeps already use these ids.
  if (elsewhere?.calls === true) for (const { part, call } of early) if (call === undefined) used.set(part.callId, 1)
  for (const call of calls) {
    const { callId } = call.part
    const count = used.get(callId) ?? 0
    used.set(callId, count + 1)
    const again = ids === 'unique' ? count > 0 : ids === 'turn' && calledAt.get(callId) === call.turn
    calledAt.set(callId, call.turn)
    const [first] = call.generation.calls
    if (first && first !== call && call.result === undefined && isTwin(first.part, call.part)) {
      call.dropped = true
      report('duplicate-call', call.at)
    } else if (again) {
      call.id = deriveId('call_', callId, count)
      for (let n = 1; known.has(call.id); n++) call.id = deriveId('call_', callId, count, n)
      report('call-id', call.at)
    }
  }
}

function isTwin(a: ToolCallPart, b: ToolCallPart): boolean {
  return a.name === b.name && a.namespace === b.namespace && a.arguments === b.arguments
}

function isSame(a: ToolResultPart, b: ToolResultPart): boolean {
  return JSON.stringify([a.parts, a.structured, a.isError], sayings) === JSON.stringify([b.parts, b.structured, b.isError], sayings)
}

/** Compares the content of results, not their places. */
function sayings(key: string, value: unknown): unknown {
  return key === 'at' || key === 'fields' ? undefined : value
}
