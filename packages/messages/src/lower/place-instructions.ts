import { escapeMarker, foldInstruction } from '@interlingua/core'
import type { Part, Pointer, TextPart, Turn } from '@interlingua/core'
import { hintOf, withHint } from '../extension.ts'
import type { LowerScope } from './scope.ts'

/**
 * Leading instructions become the one `system`; later ones stay where they are, where model and position allow it, else they become
 * marked text of the user beside them. https://platform.claude.com/docs/en/build-with-claude/prompt-engineering/system-prompts
 */
export function placeInstructions(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  const leading: Turn[] = []
  let index = 0
  for (; index < turns.length; index++) {
    const turn = turns[index]
    if (turn?.author !== 'instruction' || hintOf(turn).role === 'system') break
    leading.push(turn)
  }
  const settings = leading.filter(({ changes }) => changes !== undefined).map((turn) => ({ ...turn, parts: [] }))
  const rest = placeLater([...settings, ...turns.slice(index)], scope)
  const system = mergeLeading(leading)
  if (rest.length > 0 || system === undefined) return system ? [system, ...rest] : rest
  if (system.parts.length === 0) return []
  // A conversation of nothing but instructions: the format wants a message.
  scope.report('instruction-as-user', system.at ?? '')
  return [{ author: 'user', parts: system.parts, ...(system.at !== undefined && { at: system.at }) }]
}

function mergeLeading(leading: readonly Turn[]): Turn | undefined {
  const [first] = leading
  if (first === undefined) return undefined
  if (leading.length === 1) return hintOf(first).system === undefined ? spell(first, first.parts) : first
  return spell(
    first,
    leading.flatMap(({ parts }) => parts),
  )
}

function spell(turn: Turn, parts: readonly Part[]): Turn {
  const plain = parts.length === 1 && parts[0]?.type === 'text' && parts[0].cache === undefined
  const extensions = withHint(turn, { system: plain ? 'string' : 'blocks' })
  if (turn.changes === undefined) return { ...turn, parts, extensions }
  const { changes: _, ...rest } = turn
  return { ...rest, parts, extensions }
}

function placeLater(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  if (!turns.some(({ author }) => author === 'instruction')) return turns
  const allowed = scope.context.model?.instructionTurns !== false
  const placed: Turn[] = []
  let folding: Turn[] = []
  let folded = false
  for (let index = 0; index < turns.length; index++) {
    const turn = turns[index]
    if (turn === undefined) continue
    if (turn.author === 'instruction') {
      const before = placed[placed.length - 1]
      if (turn.parts.length === 0) {
        placeSettings(turn, allowed && folding.length === 0, placed, scope)
        continue
      }
      const row = rowFrom(turns, index)
      if (allowed && folding.length === 0 && hintOf(turn).role === 'system') placed.push(turn)
      else if (allowed && folding.length === 0 && before && follows(before) && precedes(turns[index + row.length])) {
        placed.push(markRole(row.length === 1 ? turn : { ...turn, parts: row.flatMap(({ parts }) => parts) }))
        index += row.length - 1
      } else folding.push(turn)
      continue
    }
    if (folding.length === 0) placed.push(turn)
    else if (turn.author === 'user') placed.push(foldInto(turn, folding, false, scope))
    else {
      foldBefore(placed, folding, scope)
      placed.push(turn)
    }
    folded ||= folding.length > 0
    folding = []
  }
  if (folding.length > 0) {
    foldBefore(placed, folding, scope)
    folded = true
  }
  return folded ? placed.map((turn) => escapeMarkers(turn, scope)) : placed
}

/** An instruction that says nothing but settings may stand anywhere. */
function placeSettings(turn: Turn, allowed: boolean, placed: Turn[], scope: LowerScope): void {
  if (allowed && hintOf(turn).role === 'system') placed.push(turn)
  else if (allowed && turn.changes) placed.push({ ...turn, extensions: withHint(turn, { role: 'system', content: 'absent' }) })
  else scope.report(turn.changes ? 'turn-settings' : 'empty-turn', turn.changes ? placeOfChanges(turn) : (turn.at ?? ''))
}

function placeOfChanges(turn: Turn): Pointer {
  return `${turn.at ?? ''}${turn.fields?.changes ?? ''}` as Pointer // two pointers, one after the other
}

/** Instructions that follow each other are one message here: only one may stand between two turns. */
function rowFrom(turns: readonly Turn[], index: number): readonly Turn[] {
  let end = index + 1
  while (turns[end]?.author === 'instruction' && hintOf(turns[end] ?? {}).role !== 'system' && turns[end]?.changes === undefined) end++
  return turns.slice(index, end)
}

/** An instruction stands after a user turn, or after a result that the provider made itself. */
function follows(before: Turn): boolean {
  return before.author === 'user' || before.parts.at(-1)?.type === 'hosted-result'
}

function precedes(next: Turn | undefined): boolean {
  return next === undefined || next.author === 'assistant'
}

function markRole(turn: Turn): Turn {
  const plain = turn.parts.length === 1 && turn.parts[0]?.type === 'text' && turn.parts[0].cache === undefined
  return { ...turn, extensions: withHint(turn, plain ? { role: 'system', content: 'string' } : { role: 'system' }) }
}

function foldBefore(placed: Turn[], folding: readonly Turn[], scope: LowerScope): void {
  const last = placed[placed.length - 1]
  if (last?.author === 'user') placed[placed.length - 1] = foldInto(last, folding, true, scope)
  else placed.push(foldInto({ author: 'user', parts: [] }, folding, true, scope))
}

/** Results stay first. */
function foldInto(turn: Turn, folding: readonly Turn[], behind: boolean, scope: LowerScope): Turn {
  const marked: TextPart[] = []
  for (const instruction of folding) {
    scope.report('instruction-folded', instruction.at ?? '')
    if (instruction.changes) scope.report('turn-settings', placeOfChanges(instruction))
    for (const part of instruction.parts) if (part.type === 'text') marked.push(markPart(part))
  }
  const results = behind ? turn.parts.length : leadingResults(turn)
  return { ...turn, parts: [...turn.parts.slice(0, results), ...marked, ...turn.parts.slice(results)] }
}

function leadingResults(turn: Turn): number {
  const other = turn.parts.findIndex(({ type }) => type !== 'tool-result')
  return other === -1 ? turn.parts.length : other
}

/** The hint tells our own marker from a user's text that looks like it. */
function markPart(part: TextPart): TextPart {
  return { ...part, text: foldInstruction(part.text), extensions: withHint(part, { folded: true }) }
}

/** What a user says, or what a tool or a document brings, may not pass for an instruction. */
function escapeMarkers(turn: Turn, scope: LowerScope): Turn {
  if (turn.author !== 'user') return turn
  const parts = escapeParts(turn.parts, turn.at ?? '', scope)
  return parts === turn.parts ? turn : { ...turn, parts }
}

function escapeParts<P extends Part>(parts: readonly P[], at: Pointer, scope: LowerScope): readonly P[] {
  let changed = false
  const escaped = parts.map((part) => {
    const safe = escapePart(part, at, scope)
    if (safe !== part) changed = true
    return safe as P // the same part with other text
  })
  return changed ? escaped : parts
}

function escapePart(part: Part, at: Pointer, scope: LowerScope): Part {
  const place = part.at ?? at
  switch (part.type) {
    case 'text':
      return hintOf(part).folded === true ? part : withText(part, escapeMarker(part.text), part.text, place, scope)
    case 'tool-result':
    case 'hosted-result': {
      const parts = escapeParts(part.parts, place, scope)
      return parts === part.parts ? part : { ...part, parts }
    }
    case 'search-result': {
      const parts = escapeParts(part.parts, place, scope)
      return parts === part.parts ? part : { ...part, parts }
    }
    case 'document': {
      const { source } = part
      if (source.type !== 'text') return part
      const text = escapeMarker(source.text)
      if (text === source.text) return part
      scope.report('marker-escaped', place)
      return { ...part, source: { ...source, text } }
    }
    default:
      return part
  }
}

function withText(part: TextPart, text: string, old: string, at: Pointer, scope: LowerScope): TextPart {
  if (text === old) return part
  scope.report('marker-escaped', at)
  return { ...part, text }
}
