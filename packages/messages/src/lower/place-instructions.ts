import type { Part, Pointer, Turn } from '@interlingua/core'
import { placeInstructions as place } from '@interlingua/core/lower'
import { hintOf, withHint } from '../extension.ts'
import { fates } from '../fates.ts'
import type { LowerScope } from './scope.ts'

/**
 * Joins leading instructions into the one `system`; later ones stay if model and position allow it, else they become marked text of the
 * user beside them. https://platform.claude.com/docs/en/build-with-claude/prompt-engineering/system-prompts
 */
export function placeInstructions(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  const allowed = scope.context.model?.instructionTurns !== false
  return place(turns, {
    lead,
    stays: isSystem,
    stand: allowed ? stand : standNowhere,
    settings: (turn, stands) => placeSettings(turn, allowed && stands, scope),
    onSettings: (turn) => scope.report('turn-settings', placeOfChanges(turn)),
    onGone: (turn) => fates.turn(turn, scope.context),
    resultsApart: false,
    // The hint tells the library's own marker from a user's text that looks like it.
    mark: (part) => ({ ...part, extensions: withHint(part, { folded: true }) }),
    isMarked: (part) => hintOf(part).folded === true,
    report: scope.report,
  })
}

/** True for a system message of this format. */
function isSystem(turn: Turn): boolean {
  return hintOf(turn).role === 'system'
}

function lead(first: Turn, parts: readonly Part[]): Turn {
  if (parts === first.parts && hintOf(first).system !== undefined) return first
  const extensions = withHint(first, { system: isPlain(parts) ? 'string' : 'blocks' })
  if (first.changes === undefined) return { ...first, parts, extensions }
  const { changes: _, ...rest } = first
  return { ...rest, parts, extensions }
}

function isPlain([first, ...more]: readonly Part[]): boolean {
  return first?.type === 'text' && first.cache === undefined && more.length === 0
}

/**
 * Places an instruction between two turns: after one of the user, or a result that the provider made itself, and before one of the
 * assistant.
 */
function stand(row: readonly Turn[], before: Turn | undefined, next: Turn | undefined): Turn | undefined {
  const [first] = row
  if (first === undefined || isSystem(first)) return first
  const follows = before !== undefined && (before.author === 'user' || before.parts.at(-1)?.type === 'hosted-result')
  if (!follows || (next !== undefined && next.author !== 'assistant')) return undefined
  const parts = row.length === 1 ? first.parts : row.flatMap((turn) => turn.parts)
  return { ...first, parts, extensions: withHint(first, isPlain(parts) ? { role: 'system', content: 'string' } : { role: 'system' }) }
}

function standNowhere(): undefined {}

/** Places an instruction of settings alone, which may stand anywhere. */
function placeSettings(turn: Turn, allowed: boolean, scope: LowerScope): Turn | undefined {
  if (allowed && isSystem(turn)) return turn
  if (allowed && turn.changes) return { ...turn, extensions: withHint(turn, { role: 'system', content: 'absent' }) }
  scope.report(turn.changes ? 'turn-settings' : 'empty-turn', turn.changes ? placeOfChanges(turn) : (turn.at ?? ''))
  return undefined
}

function placeOfChanges(turn: Turn): Pointer {
  return `${turn.at ?? ''}${turn.fields?.changes ?? ''}` as Pointer // two pointers, one after the other
}
