import type { Context, Part, Pointer, Turn } from '@interlingua/core'
import { format, hintOf } from '../extension.ts'
import { leaveOut } from './leave-out.ts'
import { isPlainText, lowerUserPart } from './lower-part.ts'
import { notice } from '../notices.ts'
import { readDialect } from '../profiles.ts'

/** Lowers instructions to text in the target's role; `undefined` if none is left. */
export function lowerInstruction(turn: Turn, at: Pointer, context: Context): Turn | undefined {
  if (turn.parts.length > 0 && turn.parts.every(isPlainText)) {
    const authority = roleOf(turn, at, context)
    return authority === turn.authority ? turn : { ...turn, authority }
  }
  const parts: Part[] = []
  let changed = false
  for (let i = 0; i < turn.parts.length; i++) {
    const part = turn.parts[i] as Part // the index is in range
    const place: Pointer = part.at ?? `${at}/parts/${i}`
    if (part.type === 'text' && part.text === '' && turn.extensions?.[format] === undefined) {
      context.onNotice(notice('empty-text', place))
      changed = true
      continue
    }
    for (const lowered of lowerUserPart(part, place, context)) {
      if (lowered !== part) changed = true
      if (lowered.type === 'text') parts.push(lowered)
      else if (lowered.type === 'opaque') parts.push(lowered)
      else {
        changed = true
        context.onNotice(notice('turn-part', place))
      }
    }
  }
  if (parts.length === 0) {
    return leaveOut(turn, at, context)
  }
  const authority = roleOf(turn, at, context)
  if (!changed && authority === turn.authority && parts.length === turn.parts.length && parts.every((part, i) => part === turn.parts[i]))
    return turn
  return { ...turn, authority, parts }
}

function roleOf(turn: Turn, at: Pointer, context: Context): 'system' | 'developer' {
  const { instructionRole = 'as-is' } = readDialect(context.dialect)
  const { authority = 'system' } = turn
  const own = hintOf(turn) !== undefined
  if (instructionRole !== 'as-is') {
    if (own && authority !== instructionRole) context.onNotice(notice('instruction-role', at))
    return instructionRole
  }
  // Another format's instructions have no role of their own yet, so the model's family decides.
  return own ? authority : (context.model?.instructionRole ?? authority)
}
