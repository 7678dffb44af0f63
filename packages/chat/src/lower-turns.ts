import type { Context, GenerateRequest, Part, Pointer, ToolResultPart, Turn } from '@interlingua/core'
import { deriveId, noteCallId, UnsupportedError } from '@interlingua/core'
import { format, hintOf } from './extension.ts'
import { inMessageOrder } from './in-message-order.ts'
import { lowerAssistant } from './lower-assistant.ts'
import type { TurnSetting } from './lower-assistant.ts'
import { lowerInstruction } from './lower-instruction.ts'
import { lowerUserPart } from './lower-part.ts'
import { lowerPrefill } from './lower-prefill.ts'
import { lowerResult, missingResult } from './lower-result.ts'
import type { LoweredTools } from './lower-tools.ts'
import { mergeAssistantTurns } from './merge-assistant-turns.ts'
import { notice } from './notices.ts'

interface FoundResult {
  readonly part: ToolResultPart
  readonly turn: Turn
  readonly turnIndex: number
  readonly position: number
  readonly at: Pointer
}

const idLimit = 64

/** The turns as a chat: each assistant turn followed by one tool message for each of its calls, then what else was said. */
export function lowerTurns(request: GenerateRequest, tools: LoweredTools, context: Context): readonly Turn[] {
  const setting: TurnSetting = {
    context,
    tools,
    callId(id, at) {
      if (id.length <= idLimit && id !== '') return id
      const short = deriveId('call_', id)
      if (!tools.reversals.callIds.has(short)) context.onNotice(notice('call-id', at))
      noteCallId(tools.reversals, short, id)
      return short
    },
  }
  const placeOf = (turn: Turn, index: number): Pointer => turn.at ?? `/turns/${index}`
  const turns = mergeAssistantTurns(request.turns, context)
  const results = findResults(turns, placeOf, context)
  const answered = new Set<string>()
  const out: Turn[] = []
  turns.forEach((turn, index) => {
    const at = placeOf(turn, index)
    if (turn.author === 'instruction') {
      const lowered = lowerInstruction(turn, at, context)
      if (lowered) out.push(lowered)
    } else if (turn.author === 'assistant') {
      const single = withoutTwins(turn, answered, context)
      const lowered = lowerAssistant(single, at, setting)
      if (lowered) pushAssistant(lowered, single, index, at)
    } else pushUser(turn, index, at)
  })
  return lowerPrefill(settle(out, context), context)

  function pushAssistant(lowered: Turn, source: Turn, index: number, at: Pointer): void {
    const present: FoundResult[] = []
    const missing: Part[] = []
    const calls = lowered.parts.filter((part) => part.type === 'tool-call')
    let callsSeen = 0
    for (const part of source.parts) {
      if (part.type !== 'tool-call') continue
      const found = answered.has(part.callId) ? undefined : results.get(part.callId)
      answered.add(part.callId)
      const call = calls[callsSeen++]
      if (found) present.push(found)
      else if (call && hintOf(call)?.['legacy'] !== true) missing.push(call)
    }
    if (callsSeen === 0) {
      out.push(lowered)
      return
    }
    let kept = lowered
    if (missing.length > 0) {
      const { orphanCalls } = context.policy
      const code = orphanCalls === 'synthesize' ? 'orphan-call' : orphanCalls === 'drop' ? 'orphan-call-dropped' : 'orphan-call-rejected'
      for (const call of missing) context.onNotice(notice(code, call.at ?? at))
      if (orphanCalls === 'drop')
        kept = { ...lowered, parts: lowered.parts.filter((part) => part.type !== 'tool-call' || !missing.includes(part)) }
    }
    if (kept.parts.length === 0) return
    out.push(kept)
    if (present.length > 1) present.sort((a, b) => a.turnIndex - b.turnIndex || a.position - b.position)
    const hoisted: Part[] = []
    let expected = index + 1
    for (const result of present) {
      if (result.turnIndex > expected || result.turnIndex <= index) context.onNotice(notice('result-order', result.at))
      expected = Math.max(expected, result.turnIndex + 1)
      const { turn, hoisted: media } = lowerResult(result.part, result.turn, result.at, setting)
      out.push(turn)
      hoisted.push(...media)
    }
    if (context.policy.orphanCalls !== 'drop')
      for (const call of missing) if (call.type === 'tool-call') out.push(missingResult(call.callId, call.at ?? at))
    if (hoisted.length > 0) out.push({ at: hoisted[0]?.at ?? at, author: 'user', parts: hoisted })
  }

  function pushUser(turn: Turn, index: number, at: Pointer): void {
    if (hintOf(turn)?.['role'] === 'opaque') {
      out.push(turn)
      return
    }
    const parts: Part[] = []
    let changed = false
    let heldResult = false
    let late = false
    turn.parts.forEach((part, i) => {
      if (part.type === 'tool-result') {
        heldResult = true
        const place = part.at ?? `${at}/parts/${i}`
        if (results.get(part.callId)?.part === part ? !answered.has(part.callId) : !answered.has(part.callId))
          context.onNotice(notice('orphan-result', place))
        else if (parts.length > 0) late = true
        return
      }
      const lowered = lowerUserPart(part, part.at ?? `${at}/parts/${i}`, context)
      if (lowered.length !== 1 || lowered[0] !== part) changed = true
      parts.push(...lowered)
    })
    if (late) context.onNotice(notice('result-order', at))
    if (parts.length > 0) out.push(changed || heldResult ? { ...turn, parts } : turn)
    else if (heldResult) return
    else if (turn.parts.length === 0 && turn.extensions?.[format] !== undefined) out.push(turn)
    else if (turn.parts.every((part) => part.type === 'text' || part.type === 'reasoning')) context.onNotice(notice('empty-turn', at))
    else throw new UnsupportedError(format, at, 'nothing of this message can be sent to a chat completion')
  }
}

/** Turns may have become adjacent when what stood between them moved to its calls. */
function settle(turns: readonly Turn[], context: Context): readonly Turn[] {
  const merged = mergeAssistantTurns(turns, context)
  if (merged === turns) return turns
  return merged.map((turn) => {
    const parts = turn.author === 'assistant' ? inMessageOrder(turn.parts) : turn.parts
    return parts === turn.parts ? turn : { ...turn, parts }
  })
}

/** Of several results for one call the last one counts, in the first one's place. */
function findResults(
  turns: readonly Turn[],
  placeOf: (turn: Turn, index: number) => Pointer,
  context: Context,
): ReadonlyMap<string, FoundResult> {
  const results = new Map<string, FoundResult>()
  turns.forEach((turn, turnIndex) => {
    if (turn.author !== 'user') return
    turn.parts.forEach((part, i) => {
      if (part.type !== 'tool-result') return
      const at = part.at ?? `${placeOf(turn, turnIndex)}/parts/${i}`
      const earlier = results.get(part.callId)
      if (earlier) context.onNotice(notice('duplicate-result', earlier.at))
      results.set(part.callId, earlier ? { ...earlier, part } : { part, turn, turnIndex, position: i, at })
    })
  })
  return results
}

/** A call id names one call: a later call of the same id is left out. */
function withoutTwins(turn: Turn, answered: ReadonlySet<string>, context: Context): Turn {
  if (!mayHoldTwins(turn, answered)) return turn
  const seen = new Set<string>()
  const parts = turn.parts.filter((part) => {
    if (part.type !== 'tool-call') return true
    if (!seen.has(part.callId) && !answered.has(part.callId)) {
      seen.add(part.callId)
      return true
    }
    context.onNotice(notice('duplicate-call', part.at ?? ''))
    return false
  })
  return parts.length === turn.parts.length ? turn : { ...turn, parts }
}

/** Most turns hold one call, whose id is new. */
function mayHoldTwins(turn: Turn, answered: ReadonlySet<string>): boolean {
  let calls = 0
  for (const part of turn.parts) if (part.type === 'tool-call' && (++calls > 1 || answered.has(part.callId))) return true
  return false
}
