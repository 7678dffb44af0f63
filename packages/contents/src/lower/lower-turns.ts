import { pointer, UnsupportedError } from '@interlingua/core'
import { attachSeals } from '@interlingua/core/adapter'
import type { Part, Pointer, Turn } from '@interlingua/core'
import { leaveOut } from './leave-out.ts'
import { lowerPart } from './lower-part.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope } from './scope.ts'

const mustSurvive: ReadonlySet<Part['type']> = new Set(['media', 'document', 'opaque', 'file-reference', 'search-result'])

/** Makes every part of every turn legal in its place, and drops turns without any part left. */
export function lowerTurns(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  const lowered: Turn[] = []
  for (let index = 0; index < turns.length; index++) {
    const turn = turns[index]
    const made = turn && lowerTurn(turn, index, scope)
    if (made) lowered.push(made)
  }
  return lowered
}

function lowerTurn(turn: Turn, index: number, scope: LowerScope): Turn | undefined {
  const at = turn.at ?? pointer('/turns', index)
  const whole = attachSeals(turn.parts, 'contents')
  // Parts of a changed turn; made at the first change, since most turns are legal.
  let changed: Part[] | undefined
  for (let position = 0; position < whole.length; position++) {
    const part = whole[position]
    if (part === undefined) continue
    const partAt = part.at ?? pointer(at, 'parts', position)
    const lowered = turn.author === 'instruction' ? lowerInstruction(part, partAt, scope) : lowerPart(part, turn.author, partAt, scope)
    if (lowered !== part) changed ??= whole.slice(0, position)
    if (changed === undefined) continue
    if (isList(lowered)) changed.push(...lowered)
    else changed.push(lowered)
  }
  const parts = changed ?? whole
  if (turn.changes === undefined) {
    // A turn of this format may be empty.
    if (parts === turn.parts && (parts.length > 0 || scope.own)) return turn
    if (parts.length > 0) return { ...turn, parts }
  }
  const { changes, ...plain } = turn
  if (changes) reportChanges(turn, at, scope)
  if (parts.length > 0) return { ...plain, parts }
  if (changes) return undefined
  if (turn.author === 'user' && turn.parts.some(({ type }) => mustSurvive.has(type)))
    throw new UnsupportedError('contents', at, 'no part of this message can be sent in this format')
  return leaveOut(turn, at, scope)
}

/** Reports settings of a turn; tools that it adds are declared already. */
function reportChanges(turn: Turn, at: Pointer, { report }: LowerScope): void {
  if (turn.changes?.reasoning ?? turn.changes?.format) report('turn-settings', placeOf(turn, 'changes', at))
  if (turn.changes?.removeTools) report('tools-removed', placeOf(turn, 'changes.removeTools', at))
}

function lowerInstruction(part: Part, at: Pointer, scope: LowerScope): Part | readonly Part[] {
  if (scope.own || part.type === 'text' || part.type === 'refusal') return lowerPart(part, 'instruction', at, scope)
  scope.report('instruction-part', at)
  return []
}

function isList(lowered: Part | readonly Part[]): lowered is readonly Part[] {
  return Array.isArray(lowered)
}
