import type { Part, TextPart, Turn } from '@interlingua/core'
import { hintOf, withHint } from '../extension.ts'
import type { LowerScope } from './scope.ts'

const open = '<interlingua-instructions>'
const close = '</interlingua-instructions>'
const marker = /<(\/?)interlingua-instructions>/g

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
  const rest = placeLater(turns.slice(index), scope)
  const system = mergeLeading(leading)
  if (rest.length > 0 || system === undefined) return system ? [system, ...rest] : rest
  // A conversation of nothing but instructions: the format wants a message.
  scope.report('instruction-as-user', system.at ?? '')
  return [{ author: 'user', parts: system.parts, ...(system.at !== undefined && { at: system.at }) }]
}

function mergeLeading(leading: readonly Turn[]): Turn | undefined {
  const [first] = leading
  if (first === undefined) return undefined
  if (leading.length === 1) return hintOf(first).system === undefined ? spell(first, first.parts) : first
  return spell(first, leading.flatMap(({ parts }) => parts))
}

function spell(turn: Turn, parts: readonly Part[]): Turn {
  const plain = parts.length === 1 && parts[0]?.type === 'text' && parts[0].cache === undefined
  return { ...turn, parts, extensions: withHint(turn, { system: plain ? 'string' : 'blocks' }) }
}

function placeLater(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  if (!turns.some(({ author }) => author === 'instruction')) return turns
  const allowed = scope.context.model?.instructionTurns !== false
  const placed: Turn[] = []
  let folding: Turn[] = []
  let folded = false
  for (const [index, turn] of turns.entries()) {
    if (turn.author === 'instruction') {
      const before = placed[placed.length - 1]
      if (allowed && folding.length === 0 && hintOf(turn).role === 'system') placed.push(turn)
      else if (allowed && folding.length === 0 && before && follows(before) && precedes(turns[index + 1])) placed.push(markRole(turn))
      else if (turn.parts.length > 0) folding.push(turn)
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
  return { ...part, text: `${open}\n${part.text.replaceAll(marker, '&lt;$1interlingua-instructions>')}\n${close}`, extensions: withHint(part, { folded: true }) }
}

/** What a user says may not pass for an instruction. */
function escapeMarkers(turn: Turn, scope: LowerScope): Turn {
  if (turn.author !== 'user') return turn
  let changed = false
  const parts = turn.parts.map((part) => {
    if (part.type !== 'text' || hintOf(part).folded === true || !part.text.includes('interlingua-instructions>')) return part
    scope.report('marker-escaped', part.at ?? turn.at ?? '')
    changed = true
    return { ...part, text: part.text.replaceAll(marker, '&lt;$1interlingua-instructions>') }
  })
  return changed ? { ...turn, parts } : turn
}
