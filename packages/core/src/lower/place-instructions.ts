import { escapeMarker } from '../escape-marker.ts'
import { foldInstruction } from '../fold-instruction.ts'
import type { Part, TextPart } from '../part.ts'
import type { Pointer } from '../pointer.ts'
import type { Turn } from '../request.ts'

export type InstructionCode = 'instruction-as-user' | 'instruction-folded' | 'marker-escaped'

/** Rules of targets that take leading instructions apart, and later ones rarely or never. */
export interface InstructionRules {
  /** Makes one leading instruction: the first turn, with the parts of all. Returns the same turn where nothing needs a note. */
  readonly lead: (first: Turn, parts: readonly Part[]) => Turn
  /** True for an instruction that stays in its place and does not lead. Absent: never. */
  readonly stays?: (turn: Turn) => boolean
  /**
   * Places a later instruction, which may be several turns in a row, between its neighbours; `undefined`: it cannot stand there. Absent:
   * never.
   */
  readonly stand?: (row: readonly Turn[], before: Turn | undefined, next: Turn | undefined) => Turn | undefined
  /** Places settings without words; `undefined`, with a notice, if they have no place. `stands`: later instructions may stay. */
  readonly settings?: (turn: Turn, stands: boolean) => Turn | undefined
  /** Called with the settings of an instruction that became text. */
  readonly onSettings?: (turn: Turn) => void
  /** Called with an instruction whose parts went into another turn, to report everything else that it held. */
  readonly onGone: (turn: Turn) => void
  /** True: a turn of results holds nothing else. False: results come first in their turn. */
  readonly resultsApart: boolean
  /** Notes that a text is the library's own marker, and not text that looks like it. */
  readonly mark: (part: TextPart) => TextPart
  readonly isMarked: (part: TextPart) => boolean
  readonly report: (code: InstructionCode, path: Pointer) => void
}

/**
 * Joins leading instructions into one; later ones stay where the target has a place for them, else they become marked user text, which no
 * other text may imitate. Instructions without a conversation are sent as the user's; returns `turns` itself where there is nothing to
 * place.
 */
export function placeInstructions(turns: readonly Turn[], rules: InstructionRules): readonly Turn[] {
  let start = 0
  for (let turn = turns[0]; turn?.author === 'instruction' && rules.stays?.(turn) !== true; turn = turns[start]) start++
  const [first] = turns
  const simple = start < turns.length && start <= 1 && first?.changes === undefined && !hasInstruction(turns, start)
  if (first === undefined || (simple && start === 0)) return turns
  if (simple) {
    const led = rules.lead(first, first.parts)
    return led === first ? turns : turns.with(0, led)
  }
  const settings: Turn[] = []
  const parts: Part[] = []
  for (const turn of turns.slice(0, start)) {
    for (const part of turn.parts) parts.push(part)
    if (turn.changes) settings.push({ ...turn, parts: [] })
    else if (turn !== first) reportGone(turn, rules)
  }
  const rest = placeLater(settings.concat(turns.slice(start)), rules)
  // Instructions without parts may consist of settings alone.
  if (start === 0 || (parts.length === 0 && settings.length === start)) return rest
  const system = rules.lead(first, start === 1 ? first.parts : parts)
  if (rest.length > 0) return [system, ...rest]
  if (system.parts.length === 0) return []
  // The target demands a turn with words.
  rules.report('instruction-as-user', system.at ?? '')
  reportGone(system, rules)
  return [userTurn(system.parts, system.at)]
}

function reportGone({ changes: _, ...turn }: Turn, rules: InstructionRules): void {
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
  /** Instructions that wait for a turn of the user. */
  let folding: TextPart[] = []
  let folded = false
  /** End of the last row that found no place; no part of such a row does. */
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
      else reportGone(turn, rules)
      continue
    }
    const row = folding.length === 0 && stand && index >= refused ? rowFrom(turns, index, stays) : []
    const standing = row.length > 0 ? stand?.(row, placed[placed.length - 1], turns[index + row.length]) : undefined
    if (standing) {
      placed.push(standing)
      for (const joined of row.slice(1)) reportGone(joined, rules)
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
    reportGone(turn, rules)
    if (turn.changes) rules.onSettings?.(turn)
    for (const part of turn.parts) if (part.type === 'text') folding.push(rules.mark({ ...part, text: foldInstruction(part.text) }))
  }

  /** Instructions without a later turn of the user go to the turn before, or stand alone. */
  function settle(): void {
    if (folding.length === 0) return
    const last = placed[placed.length - 1]
    if (last?.author === 'user' && isOpen(last)) placed[placed.length - 1] = foldInto(last, folding, last.parts.length)
    else placed.push(userTurn(folding, folding[0]?.at))
    folding = []
  }
}

/** Row of instructions that follow each other, up to one that stays or changes settings. An instruction that stays is a row of its own. */
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

/** Escapes text of users, tools and documents that could pass for an instruction. */
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
