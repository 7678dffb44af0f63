import type { Part, ToolResultPart } from '../part.ts'
import type { Turn } from '../request.ts'
import { joinRun } from './join-turns.ts'
import { isCall, isResult, matchResults } from './match-results.ts'
import type { Call, Result } from './match-results.ts'
import { pairInPlace } from './pair-in-place.ts'
import type { IdScope, PairingRules, ResultPlace } from './pairing-rules.ts'

/**
 * Gives each tool call its result where the target wants it: a result answers the nearest calls before it that have its id, and calls of
 * one turn that share an id take their results in order. Linear in the number of parts; returns `turns` itself where they are legal
 * already.
 */
export function pairCalls<const Place extends ResultPlace, const Ids extends IdScope, const Merge extends boolean>(
  turns: readonly Turn[],
  given: PairingRules<Place, Ids, Merge>,
): readonly Turn[] {
  const rules = given as unknown as PairingRules // codes that these rules do not give are never reported
  const inPlace = pairInPlace(turns, rules)
  if (inPlace) return inPlace
  const placed = placeResults(rules.merge ? mergeCalls(turns, rules) : turns, rules)
  // Assistant turns may become neighbours where a turn of results alone is gone.
  return rules.merge ? mergeCalls(placed, rules) : placed
}

/** Merges adjacent assistant turns, one of which calls. */
function mergeCalls(turns: readonly Turn[], { report }: PairingRules): readonly Turn[] {
  const merged: Turn[] = []
  for (let start = 0; start < turns.length;) {
    let end = start + 1
    if (turns[start]?.author === 'assistant') while (turns[end]?.author === 'assistant') end++
    if (end - start > 1 && hasCall(turns, start, end)) {
      for (let i = start + 1; i < end; i++) report('turns-merged', turns[i]?.at ?? '')
      merged.push(joinRun(turns, start, end))
    } else for (let i = start; i < end; i++) merged.push(turns[i] as Turn) // in range
    start = end
  }
  return merged
}

function hasCall(turns: readonly Turn[], start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (turns[i]?.parts.some(isCall)) return true
  return false
}

/** A result in its new place, with its old place; a made-up result had none. */
interface Answer {
  readonly part: ToolResultPart
  readonly result: Result | undefined
}

/** Writes the turns anew, with every result in the target's place. */
function placeResults(turns: readonly Turn[], rules: PairingRules): readonly Turn[] {
  const { place, report } = rules
  const { calls, results } = matchResults(turns, rules)
  const out: Turn[] = []
  /** Turns in `out` that hold results, with what they hold beside them. */
  const taken = new Set<Turn>()
  /** Index of the assistant turn whose results were written last, while the user's words behind it may still join them; else -1. */
  let joinable = -1
  let nextCall = 0
  let nextResult = 0
  for (let index = 0; index < turns.length; index++) {
    const turn = turns[index] as Turn // the index is in range
    if (turn.author === 'assistant') placeCalls(turn, index)
    else placeOther(turn, index)
  }
  return out

  function placeCalls(turn: Turn, index: number): void {
    const parts: Part[] = []
    const answers: Answer[] = []
    const ids = new Set<string>()
    let shared = false
    let changed = false
    for (let n = 0; n < turn.parts.length; n++) {
      const part = turn.parts[n] as Part // the index is in range
      if (!isCall(part)) {
        if (isResult(part)) {
          report('orphan-result', part.at ?? turn.at ?? '')
          changed = true
        } else parts.push(part)
        continue
      }
      const call = calls[nextCall++] as Call // calls were found in the same order
      const { id, result } = call
      const made = call.dropped || result ? undefined : makeResult(call, rules)
      if (call.dropped || made === 'none') {
        changed = true
        const before = turn.parts[n - 1]
        if (before && parts.at(-1) === before && rules.leavesWithCall?.(before) === true) parts.pop()
        continue
      }
      if (id !== part.callId) changed = true
      parts.push(id === part.callId ? part : { ...part, callId: id })
      if (ids.has(id)) shared = true
      ids.add(id)
      const answer = result?.part ?? made
      if (answer === undefined || (result && place === 'after-call' && result.turn > index)) continue // stays where it is
      answers.push({ part: answerOf(answer, call, rules), result })
    }
    if (parts.length > 0 || turn.parts.length === 0) out.push(changed ? { ...turn, parts } : turn)
    if (answers.length === 0) return
    reportMoved(answers, index, rules)
    // Results of one id are told apart only by their order.
    if ((place === 'next-turn' || place === 'turn-each') && !shared) answers.sort((a, b) => orderOf(a) - orderOf(b))
    if (place === 'turn-each') for (const answer of answers) out.push(frame([answer]))
    else {
      out.push(frame(answers))
      joinable = place === 'next-turn' ? index : -1
    }
  }

  function placeOther(turn: Turn, index: number): void {
    const parts: Part[] = []
    let changed = false
    for (const part of turn.parts) {
      if (!isResult(part)) {
        parts.push(part)
        continue
      }
      const result = turn.author === 'user' ? results[nextResult++] : undefined
      const call = result?.call
      if (call === undefined && rules.elsewhere?.calls === true && result?.superseded !== true) parts.push(part)
      else if (result === undefined || call === undefined) {
        changed = true
        report('orphan-result', result?.at ?? part.at ?? turn.at ?? '')
      } else if (result.superseded || place !== 'after-call' || call.dropped || call.turn > index) changed = true
      else {
        const kept = answerOf(part, call, rules)
        if (kept !== part) changed = true
        parts.push(kept)
      }
    }
    if (changed && parts.length === 0 && (turn.changes === undefined || taken.has(turn))) return
    if (changed && place === 'own-turn' && parts.length > 0) report('words-moved', parts[0]?.at ?? turn.at ?? '')
    const rest = changed ? { ...turn, parts } : turn
    const written = out[out.length - 1]
    // Words of the user right behind the calls join the results, where the target has one turn for both.
    if (written && joinable === index - 1 && joinable !== -1 && turn.author === 'user' && rules.closed?.(turn) !== true)
      out[out.length - 1] = { ...rest, parts: written.parts.concat(rest.parts) }
    else out.push(rest)
    joinable = -1
  }

  /** Turn for results: their own turn with everything that it holds, if it held nothing else. */
  function frame(answers: readonly Answer[]): Turn {
    const parts = answers.map(({ part }) => part)
    const result = answers[0]?.result
    const source = result && turns[result.turn]
    if (source && !taken.has(source) && source.parts.every(isResult)) {
      taken.add(source)
      const same = source.parts.length === parts.length && source.parts.every((part, n) => part === parts[n])
      return same ? source : { ...source, parts }
    }
    return { author: 'user', parts, at: parts[0]?.at ?? '' }
  }
}

/** Result with the id, and if the target wants it the name, of its call. */
function answerOf(result: ToolResultPart, { id, part }: Call, { names }: PairingRules): ToolResultPart {
  const name = names === true ? part.name : result.name
  if (result.callId === id && result.name === name) return result
  return name === undefined ? { ...result, callId: id } : { ...result, callId: id, name }
}

function orderOf({ result }: Answer): number {
  return result?.order ?? Number.MAX_SAFE_INTEGER
}

/** Result for a call without one; `undefined`: the call may stand alone; `none`: the call is left out. */
function makeResult({ part, at }: Call, rules: PairingRules): ToolResultPart | 'none' | undefined {
  const { elsewhere, orphanCalls, missingResult, needsResult, report } = rules
  if (elsewhere?.results === true || needsResult?.(part) === false) return undefined
  const made = orphanCalls === 'drop' ? undefined : missingResult(part, at)
  report(made === undefined ? 'orphan-call-dropped' : orphanCalls === 'reject' ? 'orphan-call-rejected' : 'orphan-call', at)
  return made ?? 'none'
}

/** Results right behind their calls are only regrouped; others are reported as moved. */
function reportMoved(answers: readonly Answer[], index: number, { place, report }: PairingRules): void {
  let order = -1
  for (const { result } of answers) {
    if (result === undefined) continue
    const late = place === 'own-turn' && result.order < order
    if (result.behind !== index || late) report('result-order', result.at)
    else order = result.order
  }
}
