import { mergeExtensions } from '../merge-usage.ts'
import type { Part, TextPart } from '../part.ts'
import type { Item, Turn } from '../request.ts'

export interface JoinRules {
  /** True if a turn may become one with its neighbours. */
  readonly joins: (turn: Turn) => boolean
  /** True if texts that were cut into stream frames are joined into one. Default false. */
  readonly texts?: boolean
  /** Called once for each run of turns that becomes one, with its first turn and the index of that. */
  readonly onJoin: (first: Turn, index: number) => void
}

/** Joins each run of adjacent turns that the rules allow into one turn. Linear; returns `turns` itself where nothing is joined. */
export function joinTurns(turns: readonly Turn[], { joins, texts = false, onJoin }: JoinRules): readonly Turn[] {
  let joined: Turn[] | undefined
  for (let start = 0; start < turns.length;) {
    const first = turns[start] as Turn // the index is in range
    let end = start + 1
    if (joins(first)) for (let next = turns[end]; next !== undefined && joins(next); next = turns[end]) end++
    if (end - start > 1) {
      joined ??= turns.slice(0, start)
      onJoin(first, start)
      joined.push(joinRun(turns, start, end, texts))
    } else joined?.push(first)
    start = end
  }
  return joined ?? turns
}

/** Joins the turns from `start` to before `end`, with everything that they hold beside their parts. */
export function joinRun(turns: readonly Turn[], start: number, end: number, texts = false): Turn {
  const first = turns[start] as Turn // the caller's index is in range
  const parts: Part[] = []
  const items: Item[] = [...(first.items ?? [])]
  const joined: { -readonly [K in keyof Turn]: Turn[K] } = { ...first, parts }
  for (let i = start; i < end; i++) {
    const turn = turns[i] as Turn // `i` is below `end`, which the caller keeps in range
    if (texts) appendTexts(parts, turn.parts)
    else for (const part of turn.parts) parts.push(part)
    if (i === start) continue
    const extensions = mergeExtensions(joined.extensions, turn.extensions)
    if (extensions) joined.extensions = extensions
    if (turn.changes) joined.changes = { ...joined.changes, ...turn.changes }
    if (turn.items) items.push(...turn.items)
  }
  if (items.length > (first.items?.length ?? 0)) joined.items = items
  return joined
}

/** Joins a text that ends one turn with the text that begins the next. Engines append without copying. */
function appendTexts(parts: Part[], more: readonly Part[]): void {
  const last = parts.at(-1)
  const [first] = more
  if (last !== undefined && first !== undefined && isPlainText(last) && isPlainText(first)) {
    parts[parts.length - 1] = { ...last, text: last.text + first.text }
    for (let i = 1; i < more.length; i++) parts.push(more[i] as Part) // the index is in range
  } else for (const part of more) parts.push(part)
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
