import { UnsupportedError } from '@interlingua/core'
import { attachSeals } from '@interlingua/core/adapter'
import type { GenerateRequest, Part, Pointer, Tool, ToolCallPart, ToolResultPart, Turn, TurnChanges } from '@interlingua/core'
import { fitEffort } from '@interlingua/core/lower'
import { format, hintOf } from '../extension.ts'
import type { Draft } from '../extension.ts'
import { leaveOut } from './leave-out.ts'
import { lowerAssistant } from './lower-assistant.ts'
import { lowerCacheMarks } from './lower-cache-marks.ts'
import { lowerNamed } from './lower-format.ts'
import { lowerPart } from './lower-part.ts'
import { lowerResult } from './lower-result.ts'
import { outputTypeOf, pairResults } from './pair-results.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope } from './scope.ts'

/** Lowers tools that a turn adds. */
type LowerAdded = (tools: readonly Tool[], at: Pointer) => readonly Tool[]

/** Lowers the conversation: nearly everything has a place, in any order, as long as outputs follow their calls. */
export function lowerTurns(request: GenerateRequest, lowerAdded: LowerAdded, scope: LowerScope): readonly Turn[] {
  const outputs = new Map<string, string>()
  const turns: Turn[] = []
  const paired = pairResults(request, scope)
  for (let i = 0; i < paired.length; i++) {
    const turn = attach(paired[i] as Turn) // the index is in range
    const at: Pointer = turn.at ?? `/turns/${i}`
    if (turn.author === 'assistant') {
      for (const part of turn.parts) if (part.type === 'tool-call') noteOutput(part, outputs, scope)
      const lowered = lowerAssistant(turn, at, scope)
      if (lowered) turns.push(lowered)
      continue
    }
    const lowered = lowerOther(turn, at, outputs, scope)
    const changed = lowered && lowerChanges(lowered, at, lowerAdded, scope)
    if (changed) turns.push(changed)
  }
  return lowerCacheMarks(turns, scope)
}

/** Moves seals of this format, which another one carried beside their part, back to it. */
function attach(turn: Turn): Turn {
  const parts = attachSeals(turn.parts, format)
  return parts === turn.parts ? turn : { ...turn, parts }
}

function noteOutput(call: ToolCallPart, outputs: Map<string, string>, scope: LowerScope): void {
  const type = outputTypeOf(call)
  if (type === 'function_call_output') return
  outputs.set(call.callId, type === 'custom_tool_call_output' && scope.dialect.customTools === false ? 'function_call_output' : type)
}

/** Lowers a turn of the user or an instruction; `undefined` if nothing is left. */
function lowerOther(turn: Turn, at: Pointer, outputs: ReadonlyMap<string, string>, scope: LowerScope): Turn | undefined {
  if (turn.parts.every(isPlain)) return turn
  const parts: Part[] = []
  let changed = false
  for (let i = 0; i < turn.parts.length; i++) {
    const part = turn.parts[i] as Part // the index is in range
    const place = part.at ?? `${at}/parts/${i}`
    if (part.type === 'tool-result' && turn.author === 'user') {
      const lowered = lowerResult(part, outputs.get(part.callId) ?? spelledType(part), place, scope)
      if (lowered !== part) changed = true
      parts.push(lowered)
      continue
    }
    if (part.type === 'text' && part.text === '' && turn.author === 'instruction' && !scope.own) {
      scope.report('empty-text', place)
      changed = true
      continue
    }
    const lowered = lowerPart(part, place, scope)
    if (lowered.length !== 1 || lowered[0] !== part) changed = true
    parts.push(...lowered)
  }
  if (!changed) return turn
  if (parts.length > 0 || turn.changes !== undefined) return { ...turn, parts }
  if (turn.author === 'user' && !turn.parts.every(({ type }) => type === 'text' || type === 'reasoning'))
    throw new UnsupportedError(format, at, 'no part of this message can be sent in this format')
  return leaveOut(turn, at, scope)
}

/** Type of an output whose call is not in the request, as its hint spells it. */
function spelledType(part: ToolResultPart): string {
  const { type } = hintOf(part)
  return typeof type === 'string' ? type : 'function_call_output'
}

/** True for a text that can stand anywhere as it is, as nearly all are. */
function isPlain(part: Part): boolean {
  return part.type === 'text' && part.text !== '' && part.cache === undefined && part.citations === undefined
}

/** Lowers the changes of a turn; `undefined` if the turn has no others and no parts left. */
function lowerChanges(turn: Turn, at: Pointer, lowerAdded: LowerAdded, scope: LowerScope): Turn | undefined {
  const { changes } = turn
  if (changes === undefined) {
    if (turn.parts.length > 0 || turn.items !== undefined || turn.extensions?.responses !== undefined) return turn
    return leaveOut(turn, at, scope)
  }
  const lowered: Draft<TurnChanges> = { ...changes }
  if (changes.addTools) {
    const added = lowerAdded(changes.addTools, placeOf(turn, 'changes.addTools', at))
    if (added.length > 0 || scope.own) lowered.addTools = added
    else delete lowered.addTools
  }
  if (!scope.own) fitChanges(lowered, turn, at, scope)
  const kept: Draft<Turn> = { ...turn, changes: lowered }
  for (const _ in lowered) return kept
  delete kept.changes
  return turn.parts.length > 0 ? kept : undefined
}

function fitChanges(changes: Draft<TurnChanges>, turn: Turn, at: Pointer, scope: LowerScope): void {
  if (scope.dialect.addedTools === false) {
    for (const key of ['reasoning', 'format'] as const) {
      if (changes[key] === undefined) continue
      scope.report('turn-settings', placeOf(turn, `changes.${key}`, at))
      delete changes[key]
    }
    return
  }
  const { efforts } = scope.context.model ?? {}
  const effort = changes.reasoning?.effort
  if (changes.reasoning) {
    const fitted = effort === undefined || efforts === undefined ? effort : fitEffort(effort, efforts)
    if (fitted !== effort || Object.keys(changes.reasoning).length > (effort === undefined ? 0 : 1))
      scope.report(fitted === undefined ? 'reasoning-control' : 'reasoning-effort', placeOf(turn, 'changes.reasoning', at))
    if (fitted === undefined) delete changes.reasoning
    else changes.reasoning = { effort: fitted }
  }
  if (changes.format === undefined) return
  const place = placeOf(turn, 'changes.format', at)
  if (changes.format.type === 'json') {
    scope.report('format-change', place)
    delete changes.format
  } else changes.format = lowerNamed(changes.format, (field) => (field === '' ? place : `${place}/${field}`) as Pointer, scope) // a pointer and a key
}
