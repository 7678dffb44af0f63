import { escapeMarker } from '../escape-marker.ts'
import { foldInstruction } from '../fold-instruction.ts'
import type { Part, TextPart } from '../part.ts'
import type { Pointer } from '../pointer.ts'
import type { Turn } from '../request.ts'

export type InstructionCode = 'instruction-as-user' | 'instruction-folded' | 'marker-escaped'

/** Where a target takes instructions that lead the conversation apart, and no others, or few. */
export interface InstructionRules {
  /** The instructions before anything else as one: the first of them, with the parts of all. The same turn where nothing is to be said on it. */
  readonly lead: (first: Turn, parts: readonly Part[]) => Turn
  /** An instruction that stays where it is, and does not lead. */
  readonly stays?: (turn: Turn) => boolean
  /** A later instruction, which may be several turns in a row, as the target has it between these two; `undefined`: not there. */
  readonly stand?: (row: readonly Turn[], before: Turn | undefined, next: Turn | undefined) => Turn | undefined
  /** What becomes of settings that no words go with; `undefined`, with a notice, where they have no place. `stands`: later instructions may. */
  readonly settings?: (turn: Turn, stands: boolean) => Turn | undefined
  /** The settings of an instruction that became text. */
  readonly onSettings?: (turn: Turn) => void
  /** What else an instruction bore whose parts went into another turn: that is gone. */
  readonly onGone: (turn: Turn) => void
  /** A turn of results holds nothing else; else results come first in it. */
  readonly resultsApart: boolean
  /** Notes on a text that it is our own marker, no text that looks like it. */
  readonly mark: (part: TextPart) => TextPart
  readonly isMarked: (part: TextPart) => boolean
  readonly report: (code: InstructionCode, path: Pointer) => void
}

/**
 * Leading instructions become one; later ones stay where the target has a place for them, else they become marked text of the user beside them,
 * and no other text may pass for that. A conversation of instructions alone is sent as the user's. Returns `turns` itself where there is nothing
 * to place.
 */
export function placeInstructions(turns: readonly Turn[], rules: InstructionRules): readonly Turn[] {
  let start = 0
  for (let turn = turns[0]; turn?.author === 'instruction' && rules.stays?.(turn) !== true; turn = turns[start]) start++
  const [first] = turns
  const simple = start < turns.length && start <= 1 && first?.changes === undefined && !hasInstruction(turns, start)
  if (first === undefined || (simple && start === 0)) return turns
  if (simple) {
    const led = rules.lead(first, first.parts)
    return led === first ? turns : [led, ...turns.slice(1)]
  }
  const settings: Turn[] = []
  const parts: Part[] = []
  for (const turn of turns.slice(0, start)) {
    for (const part of turn.parts) parts.push(part)
    if (turn.changes) settings.push({ ...turn, parts: [] })
    else if (turn !== first) tellGone(turn, rules)
  }
  const rest = placeLater(settings.concat(turns.slice(start)), rules)
  // What an instruction changes may be all of it.
  if (start === 0 || (parts.length === 0 && settings.length === start)) return rest
  const system = rules.lead(first, start === 1 ? first.parts : parts)
  if (rest.length > 0) return [system, ...rest]
  if (system.parts.length === 0) return []
  // The target wants something that is said.
  rules.report('instruction-as-user', system.at ?? '')
  tellGone(system, rules)
  return [userTurn(system.parts, system.at)]
}

function tellGone({ changes: _, ...turn }: Turn, rules: InstructionRules): void {
  rules.onGone({ ...turn, parts: [] })
}

function hasInstruction(turns: readonly Turn[], start: number): boolean {
  for (let i = start; i < turns.length; i++) if (turns[i]?.author === 'instruction') return true
  return false
}

function userTurn(parts: readonly Part[], at: Pointer | undefined): Turn {
  return at === undefined ? { author: 'user', parts } : { author: 'user', parts, at }
}

function placeLater(turns: readonly Turn[], rules: InstructionRules): readonly Turn[] {
  if (!hasInstruction(turns, 0)) return turns
  const { stays, stand, settings, resultsApart } = rules
  const placed: Turn[] = []
  /** Instructions on their way into a turn of the user. */
  let folding: TextPart[] = []
  let folded = false
  /** The end of the last row that found no place: no part of it does. */
  let refused = 0
  for (let index = 0; index < turns.length; index++) {
    const turn = turns[index] as Turn // the index is in range
    if (turn.author !== 'instruction') {
      if (folding.length > 0 && turn.author === 'user' && isOpen(turn)) {
        placed.push(foldInto(turn, folding, leadingResults(turn)))
        folding = []
      } else {
        settle()
        placed.push(turn)
      }
      continue
    }
    if (turn.parts.length === 0 && settings) {
      const kept = settings(turn, folding.length === 0)
      if (kept) placed.push(kept)
      else tellGone(turn, rules)
      continue
    }
    const row = folding.length === 0 && stand && index >= refused ? rowFrom(turns, index, stays) : []
    const standing = row.length > 0 ? stand?.(row, placed[placed.length - 1], turns[index + row.length]) : undefined
    if (standing) {
      placed.push(standing)
      for (const joined of row.slice(1)) tellGone(joined, rules)
      index += row.length - 1
      continue
    }
    refused = Math.max(refused, index + row.length)
    fold(turn)
  }
  settle()
  return folded ? placed.map((turn) => escapeMarkers(turn, rules)) : placed

  function isOpen(turn: Turn): boolean {
    return !resultsApart || !turn.parts.some(({ type }) => type === 'tool-result')
  }

  function fold(turn: Turn): void {
    folded = true
    rules.report('instruction-folded', turn.at ?? '')
    tellGone(turn, rules)
    if (turn.changes) rules.onSettings?.(turn)
    for (const part of turn.parts) if (part.type === 'text') folding.push(rules.mark({ ...part, text: foldInstruction(part.text) }))
  }

  /** What goes into no later turn goes into the one before, or stands alone. */
  function settle(): void {
    if (folding.length === 0) return
    const last = placed[placed.length - 1]
    if (last?.author === 'user' && isOpen(last)) placed[placed.length - 1] = foldInto(last, folding, last.parts.length)
    else placed.push(userTurn(folding, folding[0]?.at))
    folding = []
  }
}

/** Instructions that follow each other, up to one that stays or that changes settings. One that stays is a row of its own. */
function rowFrom(turns: readonly Turn[], index: number, stays: InstructionRules['stays']): readonly Turn[] {
  let end = index + 1
  if (stays?.(turns[index] as Turn) === true) return turns.slice(index, end) // the index is in range
  for (let turn = turns[end]; turn?.author === 'instruction' && turn.changes === undefined && stays?.(turn) !== true; turn = turns[end])
    end++
  return turns.slice(index, end)
}

function foldInto(turn: Turn, marked: readonly TextPart[], position: number): Turn {
  return { ...turn, parts: [...turn.parts.slice(0, position), ...marked, ...turn.parts.slice(position)] }
}

function leadingResults({ parts }: Turn): number {
  const other = parts.findIndex(({ type }) => type !== 'tool-result')
  return other === -1 ? parts.length : other
}

/** What a user says, or what a tool or a document brings, may not pass for an instruction. */
function escapeMarkers(turn: Turn, rules: InstructionRules): Turn {
  if (turn.author !== 'user') return turn
  const parts = escapeParts(turn.parts, turn.at ?? '', rules)
  return parts === turn.parts ? turn : { ...turn, parts }
}

function escapeParts<P extends Part>(parts: readonly P[], at: Pointer, rules: InstructionRules): readonly P[] {
  let changed = false
  const escaped = parts.map((part) => {
    const safe = escapePart(part, at, rules)
    if (safe !== part) changed = true
    return safe as P // the same part with other text
  })
  return changed ? escaped : parts
}

function escapePart(part: Part, at: Pointer, rules: InstructionRules): Part {
  const place = part.at ?? at
  switch (part.type) {
    case 'text': {
      const text = rules.isMarked(part) ? part.text : escapeMarker(part.text)
      if (text === part.text) return part
      rules.report('marker-escaped', place)
      return { ...part, text }
    }
    case 'tool-result':
    case 'hosted-result': {
      const parts = escapeParts(part.parts, place, rules)
      return parts === part.parts ? part : { ...part, parts }
    }
    case 'search-result': {
      const parts = escapeParts(part.parts, place, rules)
      return parts === part.parts ? part : { ...part, parts }
    }
    case 'document': {
      const { source } = part
      if (source.type !== 'text') return part
      const text = escapeMarker(source.text)
      if (text === source.text) return part
      rules.report('marker-escaped', place)
      return { ...part, source: { ...source, text } }
    }
    default:
      return part
  }
}
