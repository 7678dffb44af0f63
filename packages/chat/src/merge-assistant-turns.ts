import { mergeExtensions } from '@interlingua/core'
import type { Context, Part, TextPart, Turn } from '@interlingua/core'
import { format } from './extension.ts'
import type { Draft } from './extension.ts'
import { notice } from './notices.ts'

/**
 * Adjacent assistant turns of another format as one: some clients bring back a streamed answer frame by frame, and calls that were made
 * at once must stay in one message. Messages of our own wire stay as they are. Returns `turns` itself where nothing is adjacent.
 */
export function mergeAssistantTurns(turns: readonly Turn[], context: Context): readonly Turn[] {
  let merged: Turn[] | undefined
  for (let i = 0; i < turns.length; i++) {
    const turn = turns[i] as Turn // the index is in range
    const before = merged ? merged[merged.length - 1] : turns[i - 1]
    if (before === undefined || !isForeignAssistant(turn) || !isForeignAssistant(before)) {
      merged?.push(turn)
      continue
    }
    merged ??= turns.slice(0, i)
    // Several in a row are told once, at the first of them.
    if (before === turns[i - 1]) context.onNotice(notice('turns-merged', before.at ?? `/turns/${i - 1}`))
    merged[merged.length - 1] = join(before, turn)
  }
  return merged ?? turns
}

function isForeignAssistant(turn: Turn): boolean {
  return turn.author === 'assistant' && turn.extensions?.[format] === undefined
}

function join(before: Turn, turn: Turn): Turn {
  const joined: Draft<Turn> = { ...before, parts: joinParts(before.parts, turn.parts) }
  const extensions = mergeExtensions(before.extensions, turn.extensions)
  if (extensions) joined.extensions = extensions
  if (turn.items) joined.items = [...(before.items ?? []), ...turn.items]
  return joined
}

/** A text that was cut into frames is one text again. */
function joinParts(before: readonly Part[], parts: readonly Part[]): readonly Part[] {
  const last = before.at(-1)
  const [first, ...rest] = parts
  if (last === undefined || first === undefined || !isPlainText(last) || !isPlainText(first)) return [...before, ...parts]
  return [...before.slice(0, -1), { ...last, text: last.text + first.text }, ...rest]
}

function isPlainText(part: Part): part is TextPart {
  return (
    part.type === 'text' &&
    part.seal === undefined &&
    part.cache === undefined &&
    part.citations === undefined &&
    part.logprobs === undefined &&
    part.extensions === undefined
  )
}
