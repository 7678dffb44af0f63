import { escapeMarker, foldInstruction } from '@interlingua/core'
import type { Part, Pointer, TextPart, Turn } from '@interlingua/core'
import { hintOf, withHint } from '../extension.ts'
import type { LowerScope } from './scope.ts'

/**
 * Leading instructions become the one `systemInstruction`; later ones become marked text of the user beside them, but never beside results.
 * https://ai.google.dev/gemini-api/docs/text-generation#system-instructions
 */
export function placeInstructions(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  const first = turns.findIndex(({ author }) => author !== 'instruction')
  if ((first === 0 || first === 1) && !turns.some(({ author }, index) => index > first && author === 'instruction')) return turns
  const leading = turns.slice(0, first === -1 ? turns.length : first)
  const rest = first === -1 ? [] : placeLater(turns.slice(first), scope)
  const system = mergeLeading(leading)
  if (rest.length > 0 || system === undefined) return system ? [system, ...rest] : rest
  // A conversation of nothing but instructions: the format wants a content.
  scope.report('instruction-as-user', system.at ?? '')
  return [{ author: 'user', parts: system.parts, ...(system.at !== undefined && { at: system.at }) }]
}

function mergeLeading(leading: readonly Turn[]): Turn | undefined {
  const [first] = leading
  if (first === undefined || leading.length === 1) return first
  return { ...first, parts: leading.flatMap(({ parts }) => parts) }
}

function placeLater(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  if (!turns.some(({ author }) => author === 'instruction')) return turns
  const placed: Turn[] = []
  let folded: TextPart[] = []
  let any = false
  const settle = (): void => {
    if (folded.length === 0) return
    const last = placed[placed.length - 1]
    const at = folded[0]?.at
    if (last?.author === 'user' && !holdsResults(last)) placed[placed.length - 1] = { ...last, parts: [...last.parts, ...folded] }
    else placed.push({ author: 'user', parts: folded, ...(at !== undefined && { at }) })
    folded = []
  }
  for (const turn of turns) {
    if (turn.author === 'instruction') {
      scope.report('instruction-folded', turn.at ?? '')
      any = true
      for (const part of turn.parts) if (part.type === 'text') folded.push(markPart(part))
    } else if (turn.author === 'user' && folded.length > 0 && !holdsResults(turn)) {
      placed.push({ ...turn, parts: [...folded, ...turn.parts] })
      folded = []
    } else {
      settle()
      placed.push(turn)
    }
  }
  settle()
  return any ? placed.map((turn) => escapeMarkers(turn, scope)) : placed
}

function holdsResults(turn: Turn): boolean {
  return turn.parts.some(({ type }) => type === 'tool-result')
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

function escapeParts(parts: readonly Part[], at: Pointer, scope: LowerScope): readonly Part[] {
  let changed = false
  const escaped = parts.map((part) => {
    const safe = escapePart(part, at, scope)
    if (safe !== part) changed = true
    return safe
  })
  return changed ? escaped : parts
}

function escapePart(part: Part, at: Pointer, scope: LowerScope): Part {
  const place = part.at ?? at
  if (part.type === 'text' && hintOf(part).folded !== true) {
    const text = escapeMarker(part.text)
    if (text === part.text) return part
    scope.report('marker-escaped', place)
    return { ...part, text }
  }
  if (part.type !== 'tool-result' && part.type !== 'hosted-result') return part
  const parts = escapeParts(part.parts, place, scope)
  return parts === part.parts ? part : { ...part, parts }
}
