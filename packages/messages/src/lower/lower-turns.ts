import { pointer, UnsupportedError } from '@interlingua/core'
import type { Part, Turn } from '@interlingua/core'
import { carryBlanks } from '@interlingua/core/lower'
import { leaveOut } from './leave-out.ts'
import { lowerChanges } from './lower-changes.ts'
import { lowerPart } from './lower-part.ts'
import type { LowerScope, Place } from './scope.ts'

const mustSurvive: ReadonlySet<Part['type']> = new Set(['media', 'document', 'opaque', 'file-reference', 'search-result'])

/** Makes every part of every turn legal in its place, and drops turns without any part left. */
export function lowerTurns(given: readonly Turn[], scope: LowerScope): readonly Turn[] {
  const turns = carryBlanks(given)
  const lowered: Turn[] = []
  for (let index = 0; index < turns.length; index++) {
    const turn = turns[index]
    const made = turn && lowerTurn(turn, index, scope)
    if (made) lowered.push(made)
  }
  return lowered
}

function lowerTurn(given: Turn, index: number, scope: LowerScope): Turn | undefined {
  const at = given.at ?? pointer('/turns', index)
  const turn = lowerChanges(given, at, scope)
  const place: Place = turn.author
  const parts: Part[] = []
  let same = true
  for (let position = 0; position < turn.parts.length; position++) {
    const part = turn.parts[position]
    if (part === undefined) continue
    const partAt = part.at ?? pointer(at, 'parts', position)
    const lowered = place === 'instruction' ? lowerInstructionPart(part, partAt, scope) : lowerPart(part, place, partAt, scope)
    if (lowered !== part) same = false
    if (lowered !== undefined) parts.push(lowered)
  }
  // A turn of this format may be empty if it has changes or unknown keys.
  if (same && (parts.length > 0 || turn.changes || turn.extensions?.messages)) return turn
  if (parts.length > 0 || turn.changes) return { ...turn, parts }
  if (turn.author === 'user' && turn.parts.some(({ type }) => mustSurvive.has(type)))
    throw new UnsupportedError('messages', at, 'no part of this message can be sent in this format')
  // Changes of the turn were reported just now.
  return given.changes === undefined ? leaveOut(turn, at, scope) : undefined
}

function lowerInstructionPart(part: Part, at: Part['at'] & string, scope: LowerScope): Part | undefined {
  if (part.type === 'text' || part.type === 'refusal' || (part.type === 'opaque' && part.format === 'messages'))
    return lowerPart(part, 'instruction', at, scope)
  scope.report('instruction-part', at)
  return undefined
}
