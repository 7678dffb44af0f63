import { UnsupportedError } from '@interlingua/core'
import type { Part, ToolCallPart, ToolResultPart, Turn } from '@interlingua/core'
import { joinInPlace } from './join-in-place.ts'
import type { LowerScope } from './scope.ts'

const isCall = (part: Part): part is ToolCallPart => part.type === 'tool-call'
const isResult = (part: Part): part is ToolResultPart => part.type === 'tool-result'

/** A result and where it stood. */
interface Given {
  readonly part: ToolResultPart
  readonly turn: number
}

/** What shares an id, in its order; the conversation is walked once, and so is this. */
interface Line<T> {
  readonly items: T[]
  next: number
}

/** What the pairing of one conversation knows. */
interface Pairing {
  readonly given: ReadonlyMap<string, Line<Given>>
  /** The turns that call. */
  readonly called: ReadonlyMap<string, Line<number>>
  /** Results that belong to a call. */
  readonly placed: Set<Part>
}

/**
 * Right after a turn of the model stands one content of the user with the results of all its calls, in their order, and with nothing else.
 * What was said beside them follows in a content of its own. https://ai.google.dev/gemini-api/docs/function-calling
 */
export function pairResults(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  if (!turns.some(({ parts }) => parts.some((part) => isCall(part) || isResult(part)))) return turns
  const orderly = joinInPlace(turns)
  if (orderly) return orderly
  const work = mergeCalls(turns, scope)
  const pairing: Pairing = { ...collect(work), placed: new Set() }
  const paired: Turn[] = []
  work.forEach((turn, index) => {
    const calls = turn.author === 'assistant' ? turn.parts.filter(isCall) : []
    if (calls.length === 0) {
      const left = withoutResults(turn, pairing.placed, scope)
      if (left) paired.push(left)
      return
    }
    const answered = answer(turn, calls, index, work, pairing, scope)
    paired.push(answered.turn)
    if (answered.results) paired.push(answered.results)
  })
  // Where a turn of nothing but results that nobody asked for is gone, turns of the model meet.
  return mergeCalls(paired, scope)
}

/** A turn that calls follows the user: what the model said just before and after it belongs to it. */
function mergeCalls(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  const merged: Turn[] = []
  for (let start = 0; start < turns.length;) {
    let end = start + 1
    if (turns[start]?.author === 'assistant') while (turns[end]?.author === 'assistant') end++
    const run = turns.slice(start, end)
    const [first] = run
    if (first && run.length > 1 && run.some(({ parts }) => parts.some(isCall))) {
      for (const turn of run.slice(1)) scope.report('calls-merged', turn.at ?? '')
      merged.push({ ...first, parts: run.flatMap(({ parts }) => parts) })
    } else merged.push(...run)
    start = end
  }
  return merged
}

/** The results of each id, and the turns that call with it, both in their order. */
function collect(turns: readonly Turn[]): Pick<Pairing, 'given' | 'called'> {
  const given = new Map<string, Line<Given>>()
  const called = new Map<string, Line<number>>()
  turns.forEach(({ parts }, turn) => {
    for (const part of parts) {
      if (isResult(part)) append(given, part.callId, { part, turn })
      else if (isCall(part)) append(called, part.callId, turn)
    }
  })
  return { given, called }
}

function append<T>(lines: Map<string, Line<T>>, key: string, item: T): void {
  const line = lines.get(key)
  if (line) line.items.push(item)
  else lines.set(key, { items: [item], next: 0 })
}

/** The turn with the calls that are answered, and the answer. An id that is used again stands for the nearest calls before the results. */
function answer(
  turn: Turn,
  calls: readonly ToolCallPart[],
  index: number,
  work: readonly Turn[],
  pairing: Pairing,
  scope: LowerScope,
): { readonly turn: Turn; readonly results?: Turn } {
  const results: ToolResultPart[] = []
  const dropped = new Set<Part>()
  const answered: ToolCallPart[] = []
  const again = countIds(calls)
  for (const call of calls) {
    const left = (again.get(call.callId) ?? 1) - 1
    again.set(call.callId, left)
    const found = takeResult(call, index, left > 0, pairing, scope)
    if (found ?? scope.context.policy.orphanCalls === 'synthesize') {
      results.push(found ?? noResult(call, scope))
      answered.push(call)
    } else {
      if (scope.context.policy.orphanCalls === 'reject') throw new UnsupportedError('contents', call.at ?? '', 'a call has no result')
      scope.report('orphan-call-dropped', call.at ?? '')
      dropped.add(call)
    }
  }
  reportMoved(results, pairing.placed, work, index, scope)
  const kept = dropped.size === 0 ? turn : { ...turn, parts: turn.parts.filter((part) => !dropped.has(part)) }
  if (results.length === 0) return { turn: kept }
  const next = work[index + 1]
  if (next?.author === 'user' && next.parts.length === results.length && results.every((part, i) => part === next.parts[i])) {
    const named = namedBy(answered, results)
    return { turn: kept, results: named === results ? next : { ...next, parts: named } }
  }
  const at = results[0]?.at ?? turn.at
  return { turn: kept, results: { author: 'user', parts: namedBy(answered, results), ...(at !== undefined && { at }) } }
}

/** How many calls of one turn share an id: their results come in their order. */
function countIds(calls: readonly ToolCallPart[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { callId } of calls) counts.set(callId, (counts.get(callId) ?? 0) + 1)
  return counts
}

/** `first`: another call of this id waits for the next result. */
function takeResult(
  call: ToolCallPart,
  index: number,
  first: boolean,
  { given, called, placed }: Pairing,
  { report }: LowerScope,
): ToolResultPart | undefined {
  const line = given.get(call.callId)
  if (line === undefined) return undefined
  // Later calls of the same id have the results behind them.
  const later = skipTo(called.get(call.callId), (turn) => turn > index)
  skipTo(line, ({ turn }) => turn > index)
  let found: ToolResultPart | undefined
  for (let next = line.items[line.next]; next && (later === undefined || next.turn <= later); next = line.items[line.next]) {
    line.next++
    if (found) report('double-result', found.at ?? '')
    found = next.part
    placed.add(next.part)
    if (first) break
  }
  return found
}

/** The first of a line that fits; those before it are behind us for good. */
function skipTo<T>(line: Line<T> | undefined, fits: (item: T) => boolean): T | undefined {
  if (line === undefined) return undefined
  for (let item = line.items[line.next]; item !== undefined; item = line.items[++line.next]) if (fits(item)) return item
  return undefined
}

/** The name of a result is that of its call, which stands in the same place; most formats do not say it. */
function namedBy(calls: readonly ToolCallPart[], results: readonly ToolResultPart[]): readonly ToolResultPart[] {
  if (results.every(({ name }, i) => calls[i]?.name === name)) return results
  return results.map((result, i) => ({ ...result, name: calls[i]?.name ?? result.name ?? '' }))
}

function noResult(call: ToolCallPart, scope: LowerScope): ToolResultPart {
  const at = call.at ?? ''
  scope.report('orphan-call', at)
  return {
    type: 'tool-result',
    callId: call.callId,
    name: call.name,
    isError: true,
    parts: [{ type: 'text', text: 'No result was given for this call.', at }],
    at,
  }
}

/** Results that stood in the turns right behind the calls, in their order and before anything else, are only regrouped. */
function reportMoved(
  results: readonly ToolResultPart[],
  placed: ReadonlySet<Part>,
  work: readonly Turn[],
  index: number,
  { report }: LowerScope,
): void {
  // What was made up was nowhere.
  const moved = new Set<Part>(results.filter((part) => placed.has(part)))
  const real = [...moved]
  let position = 0
  for (let turn = index + 1; turn < work.length && position < real.length; turn++) {
    const parts = work[turn]?.parts ?? []
    if (work[turn]?.author !== 'user') break
    for (const part of parts) {
      if (!isResult(part)) break
      if (real[position] !== part) break
      moved.delete(part)
      position++
    }
    if (parts.some((part) => !isResult(part))) break
  }
  for (const part of moved) report('result-order', part.at ?? '')
}

/** What a turn says beside results; `undefined` where that is nothing. A result that no call asked for is refused. */
function withoutResults(turn: Turn, placed: ReadonlySet<Part>, scope: LowerScope): Turn | undefined {
  if (!turn.parts.some(isResult)) return turn
  const parts = turn.parts.filter((part) => {
    if (!isResult(part)) return true
    if (!placed.has(part)) scope.report('orphan-result', part.at ?? turn.at ?? '')
    return false
  })
  if (parts.length === 0) return undefined
  scope.report('beside-results', parts[0]?.at ?? turn.at ?? '')
  return { ...turn, parts }
}
