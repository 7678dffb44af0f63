import type { Context, Part, Pointer, ReasoningPart, TextPart, ToolCallPart, Turn } from '@interlingua/core'
import { format, hintOf } from '../extension.ts'
import type { Draft } from '../extension.ts'
import { inMessageOrder } from '../in-message-order.ts'
import { leaveOut } from './leave-out.ts'
import type { LoweredTools } from './lower-tools.ts'
import { notice } from '../notices.ts'
import { isCallSeal } from '../parts/call-seal.ts'
import { wasImageAnswer } from '../parts/image-answer.ts'
import { reasoningText } from '../parts/reasoning.ts'
import { placeOf } from '../place-of.ts'
import { readDialect } from '../profiles.ts'

/** State shared by all turns of one request. */
export interface TurnSetting {
  readonly context: Context
  readonly tools: LoweredTools
  /** Wire id of a call. */
  callId(id: string, at: Pointer): string
}

/** Lowers an assistant turn to the parts that its message can hold; `undefined` if none is left. */
export function lowerAssistant(turn: Turn, at: Pointer, setting: TurnSetting): Turn | undefined {
  const { context } = setting
  const own = turn.extensions?.[format] !== undefined
  const parts: Part[] = []
  let changed = false
  for (let i = 0; i < turn.parts.length; i++) {
    const part = turn.parts[i] as Part // the index is in range
    if (isToldWith(part, turn.parts[i - 1])) continue
    const lowered = lowerPart(part, part.at ?? `${at}/parts/${i}`, own, setting)
    if (lowered !== part) changed = true
    if (lowered !== undefined) parts.push(lowered)
  }
  const ordered = inMessageOrder(parts)
  if (ordered !== parts) {
    changed = true
    context.onNotice(notice('text-order', at))
  }
  // Servers refuse a message of the model's that says nothing, and here the parts beside an empty text are gone.
  if (ordered.length === 0 || (changed && ordered.every((part) => part.type === 'text' && part.text === '')))
    return leaveOut(turn, at, context)
  // A message needs content if it has neither calls nor a refusal, and reasoning does not count.
  if (!own && ordered.every(({ type }) => type === 'reasoning')) return { ...turn, parts: [...ordered, { type: 'text', at, text: '' }] }
  return changed ? { ...turn, parts: ordered } : turn
}

/** A hosted call and its result may be one item on the wire, whose loss is reported once. */
function isToldWith(part: Part, before: Part | undefined): boolean {
  return part.type === 'hosted-result' && before?.type === 'hosted-call' && part.at !== undefined && part.at === before.at
}

function lowerPart(part: Part, at: Pointer, own: boolean, setting: TurnSetting): Part | undefined {
  const { context } = setting
  switch (part.type) {
    case 'text':
      return lowerText(part, at, own, context)
    case 'refusal':
      return part
    case 'reasoning':
      return lowerReasoning(part, at, context)
    case 'tool-call':
      return lowerCall(part, at, setting)
    case 'media':
      if (part.source.type === 'file' && part.source.owner === format && hintOf(part)?.['slot'] === 'audio') return part
      // Servers that make images take them back in the place where they gave them.
      if (wasImageAnswer(part)) return part
      break
    case 'opaque':
      if (part.format === format && hintOf(part)?.['slot'] !== undefined) return part
      context.onNotice(notice(part.wire['type'] === 'item_reference' ? 'server-context' : 'opaque', at))
      return undefined
    case 'compaction':
      context.onNotice(notice(part.text ? 'compaction-text' : 'server-context', at))
      return part.text ? { type: 'text', at, text: part.text } : undefined
    case 'hosted-call':
    case 'hosted-result':
      context.onNotice(notice('hosted-part', at))
      return undefined
    default:
  }
  context.onNotice(notice('turn-part', at))
  return undefined
}

function lowerText(part: TextPart, at: Pointer, own: boolean, context: Context): Part | undefined {
  if (part.text === '' && !own) {
    context.onNotice(notice('empty-text', at))
    return undefined
  }
  if (part.citations === undefined || own) return part
  context.onNotice(notice('citations', placeOf(part, 'citations', at)))
  const { citations: _, ...lowered } = part
  return lowered
}

/** Keeps the dialect's own reasoning; seals of another origin are never sent. */
function lowerReasoning(part: ReasoningPart, at: Pointer, context: Context): Part | undefined {
  const dialect = readDialect(context.dialect)
  const replay = dialect.reasoningReplay ?? 'none'
  const text = reasoningText([part])
  const foreign = part.seal !== undefined && (part.seal.format !== format || part.seal.vendor !== dialect.vendor)
  const slot = hintOf(part)?.['slot'] === 'content'
  if (slot && dialect.vendor === 'mistral') return part
  if (replay === 'reasoning_details' && !foreign && (part.seal !== undefined || hintOf(part)?.['details'] !== undefined)) return part
  if (replay !== 'none' && text !== '' && !foreign) {
    if (part.seal !== undefined) context.onNotice(notice('foreign-seal', placeOf(part, 'seal', at)))
    const key = replay === 'reasoning_details' ? 'reasoning' : replay
    const spelled = hintOf(part)?.['key'] === 'reasoning' ? 'reasoning' : 'reasoning_content'
    if (spelled === key && part.seal === undefined && hintOf(part)?.['details'] === undefined && !slot) return part
    return { type: 'reasoning', at, segments: part.segments, ...(key === 'reasoning' && { extensions: { [format]: { hint: { key } } } }) }
  }
  if (text !== '' && context.policy.foreignReasoning === 'as-text') {
    context.onNotice(notice('foreign-reasoning-text', at))
    return { type: 'text', at, text }
  }
  context.onNotice(notice('foreign-reasoning', at))
  return undefined
}

function lowerCall(part: ToolCallPart, at: Pointer, setting: TurnSetting): Part {
  const { tools, context } = setting
  const name = tools.names.nameOf(part)
  const callId = setting.callId(part.callId, at)
  const wrap = part.kind === 'custom' && (tools.reversals.wrappedTools.has(name) || readDialect(context.dialect).customTools === false)
  const kind = wrap || part.kind === 'builtin' ? 'function' : part.kind
  const foreign = part.seal !== undefined && !isCallSeal(part.seal, readDialect(context.dialect).vendor)
  if (foreign) context.onNotice(notice('foreign-seal', placeOf(part, 'seal', at)))
  if (part.caller) context.onNotice(notice('caller', placeOf(part, 'caller', at)))
  if (wrap) context.onNotice(notice('tool-custom', at))
  const derived = hintOf(part)?.['id'] === 'derived'
  const text = wrap ? JSON.stringify({ input: part.arguments }) : tools.keys.encode(name, part.arguments)
  if (
    name === part.name &&
    callId === part.callId &&
    kind === part.kind &&
    text === part.arguments &&
    !foreign &&
    !part.caller &&
    part.namespace === undefined &&
    !derived
  )
    return part
  const { seal, caller: _, namespace: __, ...rest } = part
  const lowered: Draft<ToolCallPart> = { ...rest, ...(seal && !foreign && { seal }), name, callId, kind, arguments: text }
  // The caller's server may do without ids; another one pairs results by them.
  if (derived) delete lowered.extensions
  return lowered
}
