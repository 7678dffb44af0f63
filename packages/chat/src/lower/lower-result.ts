import type { Context, Extensions, Part, Pointer, TextPart, ToolCallPart, ToolResultPart, Turn } from '@interlingua/core'
import { reportRest } from '@interlingua/core/lower'
import { format, hintOf } from '../extension.ts'
import type { Draft } from '../extension.ts'
import type { TurnSetting } from './lower-assistant.ts'
import { lowerUserPart } from './lower-part.ts'
import { notice } from '../notices.ts'
import { placeOf } from '../place-of.ts'
import { readDialect } from '../profiles.ts'

/** Lowers a result to what a tool message can hold; its media go to a following user message. */
export function lowerResult(
  part: ToolResultPart,
  turn: Turn,
  at: Pointer,
  setting: TurnSetting,
): { readonly turn: Turn; readonly hoisted: readonly Part[] } {
  const { context } = setting
  const keepsMedia = readDialect(context.dialect).toolResultMedia === true
  const parts: Part[] = []
  const hoisted: Part[] = []
  let changed = false
  const callId = setting.callId(part.callId, at)
  for (let i = 0; i < part.parts.length; i++) {
    const inner = part.parts[i] as Part // the index is in range
    const lowered = lowerUserPart(inner, `${at}/parts/${i}`, context)
    if (lowered.length !== 1 || lowered[0] !== inner) changed = true
    for (const piece of lowered) {
      if (piece.type === 'text' || piece.type === 'opaque' || keepsMedia) parts.push(piece)
      else {
        hoisted.push(piece)
        changed = true
        context.onNotice(notice('result-media', piece.at ?? at))
        parts.push({ type: 'text', at, text: `[${kindOf(piece)} ${hoisted.length} of tool result ${callId}: see below]` })
      }
    }
  }
  if (part.structured !== undefined) {
    context.onNotice(notice('result-structured', at))
    parts.unshift({ type: 'text', at, text: JSON.stringify(part.structured) })
    changed = true
  }
  if (part.isError === true) {
    context.onNotice(notice('result-error', at))
    markError(parts, at)
    changed = true
  }
  if (part.seal) context.onNotice(notice('foreign-seal', placeOf(part, 'seal', at)))
  const joined = readDialect(context.dialect).toolResultText === 'string' && isListed(part, parts)
  if (joined) {
    parts.splice(0, parts.length, joinTexts(parts, at, context))
    changed = true
  }
  const legacy = hintOf(turn)?.['role'] === 'function'
  const alone = turn.parts.length === 1 && turn.parts[0] === part
  if (!changed && alone && callId === part.callId && !part.seal && hintOf(turn)?.['id'] === undefined) return { turn, hoisted }
  const result: Draft<ToolResultPart> = { type: 'tool-result', at, callId, parts }
  if (part.name !== undefined && legacy) result.name = part.name
  if (part.cache) result.cache = part.cache
  if (part.fields) result.fields = part.fields
  if (joined) result.extensions = asString(part.extensions)
  else if (part.extensions) result.extensions = part.extensions
  const lowered: Draft<Turn> = { author: 'user', parts: [result] }
  if (turn.at !== undefined) lowered.at = turn.at
  if (alone && turn.extensions && hintOf(turn)?.['id'] === undefined) lowered.extensions = turn.extensions
  return { turn: lowered, hoisted }
}

/** True if texts would be printed as a list, and there are only texts. */
function isListed(part: ToolResultPart, parts: readonly Part[]): boolean {
  return (parts.length > 1 || hintOf(part)?.['content'] === 'parts') && parts.every(({ type }) => type === 'text')
}

/** Joins texts for a server that takes no lists here, and reports everything beside them. */
function joinTexts(parts: readonly Part[], at: Pointer, context: Context): TextPart {
  for (const part of parts)
    for (const extension of Object.values(part.extensions ?? {}))
      reportRest(extension, part.at ?? at, (place) => context.onNotice(notice('foreign-field', place)))
  return { type: 'text', at, text: parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n') }
}

function asString(extensions: Extensions | undefined): Extensions {
  const own = extensions?.[format]
  return { ...extensions, [format]: { ...own, hint: { ...own?.hint, content: 'string' } } }
}

function kindOf(part: Part): string {
  return part.type === 'media' ? part.kind : part.type
}

/** States in the text that the result is an error, unless it says so, since there is no flag. */
function markError(parts: Part[], at: Pointer): void {
  const [first] = parts
  if (first?.type === 'text') {
    if (!/^\W*error/i.test(first.text.slice(0, 32))) parts[0] = { ...first, text: `Error: ${first.text}` }
  } else parts.unshift({ type: 'text', at, text: 'Error: the tool failed' })
}

/** Result for a call without one. */
export function missingResult({ callId }: ToolCallPart, at: Pointer): ToolResultPart {
  const parts: readonly Part[] = [{ type: 'text', at, text: 'Error: no result was given for this call' }]
  return { type: 'tool-result', at, callId, parts, extensions: { [format]: { hint: { content: 'string' } } } }
}
