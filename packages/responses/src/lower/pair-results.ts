import type { GenerateRequest, Part, Pointer, ToolCallPart, ToolResultPart, Turn } from '@interlingua/core'
import { builtinCalls, builtinCallTypes } from '../parts/builtin-calls.ts'
import { missingResult } from './lower-result.ts'
import type { LowerScope } from './scope.ts'

interface Found {
  readonly part: ToolResultPart
  readonly turn: number
}

/**
 * Each call has one output, and that stands after it. Where the conversation goes on at the server, calls and outputs may be there.
 * https://platform.openai.com/docs/guides/function-calling
 */
export function pairResults(request: GenerateRequest, scope: LowerScope): readonly Turn[] {
  const { turns } = request
  if (isPaired(turns)) return turns
  const calls = new Map<string, number>()
  const results = new Map<string, Found>()
  const dropped = new Set<Part>()
  turns.forEach(({ author, parts }, turn) => {
    for (const part of parts) {
      if (part.type === 'tool-call' && author === 'assistant') {
        if (calls.has(part.callId)) {
          dropped.add(part)
          scope.report('double-call', part.at ?? '')
        } else calls.set(part.callId, turn)
      } else if (part.type === 'tool-result' && author === 'user') {
        const earlier = results.get(part.callId)
        if (earlier) scope.report('double-result', earlier.part.at ?? '')
        // The last one counts, in the place of the first.
        results.set(part.callId, { part, turn: earlier?.turn ?? turn })
      }
    }
  })
  const referred = hasReferences(request)
  const elsewhere = referred || isElsewhere(request)
  return turns.flatMap((turn, index) => pairTurn(turn, index, { calls, results, dropped, elsewhere, referred, given: new Set() }, scope))
}

interface Pairing {
  readonly calls: ReadonlyMap<string, number>
  readonly results: ReadonlyMap<string, Found>
  readonly dropped: ReadonlySet<Part>
  /** Part of the conversation is at the server: what a result answers may be there. */
  readonly elsewhere: boolean
  /** Items are referred to: what answers a call may be among them. */
  readonly referred: boolean
  /** Calls of this turn whose output was given already. */
  readonly given: Set<string>
}

/** The common case, seen in one pass: each call has one result, after it. */
function isPaired(turns: readonly Turn[]): boolean {
  let open: Map<string, boolean> | undefined
  let unanswered = 0
  for (const { author, parts } of turns) {
    for (const part of parts) {
      if (part.type === 'tool-call') {
        open ??= new Map()
        if (author !== 'assistant' || open.has(part.callId)) return false
        open.set(part.callId, true)
        unanswered++
      } else if (part.type === 'tool-result') {
        if (author !== 'user' || open?.get(part.callId) !== true) return false
        open.set(part.callId, false)
        unanswered--
      }
    }
  }
  return unanswered === 0
}

function isElsewhere(request: GenerateRequest): boolean {
  const { state } = request
  return state?.previousResponse !== undefined || state?.conversation !== undefined || state?.prompt !== undefined
}

function hasReferences({ turns }: GenerateRequest): boolean {
  return turns.some(({ parts }) => parts.some((part) => part.type === 'opaque' && isReference(part.wire.type, part.wire.role)))
}

function isReference(type: unknown, role: unknown): boolean {
  return type === 'item_reference' || (type === undefined && role === undefined)
}

function pairTurn(turn: Turn, index: number, pairing: Pairing, scope: LowerScope): readonly Turn[] {
  if (turn.author === 'assistant') return pairCalls(turn, index, pairing, scope)
  if (turn.author !== 'user' || !turn.parts.some(({ type }) => type === 'tool-result')) return [turn]
  const parts: Part[] = []
  for (const part of turn.parts) {
    if (part.type !== 'tool-result') {
      parts.push(part)
      continue
    }
    const found = pairing.results.get(part.callId)
    const call = pairing.calls.get(part.callId)
    // A result that came before its call was moved behind it; a second one was taken in the place of the first.
    if (found === undefined || found.turn !== index || pairing.given.has(part.callId) || (call !== undefined && call > index)) continue
    pairing.given.add(part.callId)
    if (call === undefined && !pairing.elsewhere) scope.report('orphan-result', part.at ?? '')
    else parts.push(found.part)
  }
  if (parts.length === turn.parts.length && parts.every((part, i) => part === turn.parts[i])) return [turn]
  return parts.length === 0 ? [] : [{ ...turn, parts }]
}

function pairCalls(turn: Turn, index: number, pairing: Pairing, scope: LowerScope): readonly Turn[] {
  const behind: Part[] = []
  const parts = turn.parts.filter((part) => {
    if (part.type !== 'tool-call') return true
    if (pairing.dropped.has(part)) return false
    const found = pairing.results.get(part.callId)
    if (found === undefined) return pairing.referred || answerMissing(part, behind, scope)
    if (found.turn < index) {
      scope.report('result-order', found.part.at ?? '')
      behind.push(found.part)
    }
    return true
  })
  const kept = parts.length === turn.parts.length ? turn : { ...turn, parts: withoutAlone(parts, turn.parts, scope) }
  const out: Turn[] = kept.parts.length > 0 || turn.parts.length === 0 ? [kept] : []
  if (behind.length > 0) out.push({ author: 'user', parts: behind, at: behind[0]?.at ?? '' })
  return out
}

/** False: the call is left out. */
function answerMissing(call: ToolCallPart, behind: Part[], scope: LowerScope): boolean {
  const { orphanCalls } = scope.context.policy
  const at: Pointer = call.at ?? ''
  const type = outputTypeOf(call)
  // A screen cannot be made up.
  if (orphanCalls === 'drop' || type === 'computer_call_output') {
    scope.report('orphan-call-dropped', at)
    return false
  }
  scope.report(orphanCalls === 'reject' ? 'orphan-call-rejected' : 'orphan-call', at)
  behind.push(missingResult(call.callId, type, at))
  return true
}

/** The type of the item that answers a call. */
export function outputTypeOf(call: ToolCallPart): string {
  if (call.kind === 'custom') return 'custom_tool_call_output'
  const type = call.kind === 'builtin' ? builtinCallTypes[call.name] : undefined
  if (type === 'tool_search_call') return 'tool_search_output'
  return (type === undefined ? undefined : builtinCalls[type]?.output) ?? 'function_call_output'
}

/** Reasoning that led to a call which was left out goes with it. */
function withoutAlone(parts: readonly Part[], before: readonly Part[], scope: LowerScope): readonly Part[] {
  return parts.filter((part, i) => {
    if (part.type !== 'reasoning') return true
    const next = before[before.indexOf(part) + 1]
    if (next === undefined || next === parts[i + 1] || next.type === 'reasoning') return true
    scope.report('foreign-reasoning', part.at ?? '')
    return false
  })
}
