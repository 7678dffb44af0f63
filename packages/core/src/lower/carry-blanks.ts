import type { Part, TextPart } from '../part.ts'
import type { Turn } from '../request.ts'

/**
 * Texts without a visible character, before another text of the same author, as the beginning of that text: for a format that refuses them
 * alone. Clients that keep a stream as it came have its empty lines so, each in a part or a turn of its own. Returns `turns` where there is none.
 */
export function carryBlanks(turns: readonly Turn[]): readonly Turn[] {
  if (!turns.some((turn) => takesPart(turn) && turn.parts.some(isBlank))) return turns
  const changed = turns.map((turn) => [...turn.parts])
  /** Blanks that wait for a text, by turn and position. */
  let waiting: (readonly [turn: number, position: number])[] = []
  const carried = new Set<Part>()
  for (const [index, turn] of turns.entries()) {
    if (!takesPart(turn) || turn.author !== turns[index - 1]?.author) waiting = []
    if (!takesPart(turn)) continue
    for (const [position, part] of turn.parts.entries()) {
      if (isBlank(part)) waiting.push([index, position])
      else {
        if (part.type === 'text' && part.text.trim() !== '' && waiting.length > 0) {
          const blanks = waiting.map(([at, place]) => turns[at]?.parts[place]).filter((blank) => blank !== undefined)
          for (const blank of blanks) carried.add(blank)
          const parts = changed[index]
          if (parts) parts[position] = begunWith(blanks.map((blank) => ('text' in blank ? blank.text : '')).join(''), part)
        }
        waiting = []
      }
    }
  }
  if (carried.size === 0) return turns
  return turns.flatMap((turn, index) => {
    const parts = (changed[index] ?? []).filter((part) => !carried.has(part))
    if (parts.length === turn.parts.length)
      return parts.some((part, position) => part !== turn.parts[position]) ? [{ ...turn, parts }] : [turn]
    return parts.length === 0 && turn.extensions === undefined ? [] : [{ ...turn, parts }]
  })
}

/** What else a turn says cannot move with its texts. */
function takesPart({ author, changes }: Turn): boolean {
  return author !== 'instruction' && changes === undefined
}

function isBlank(part: Part): boolean {
  return (
    part.type === 'text' &&
    part.text !== '' &&
    part.text.trim() === '' &&
    part.seal === undefined &&
    part.cache === undefined &&
    part.citations === undefined &&
    part.extensions === undefined
  )
}

function begunWith(blank: string, part: TextPart): TextPart {
  const { citations } = part
  const text = blank + part.text
  if (citations === undefined) return { ...part, text }
  const { length } = blank
  const moved = citations.map(({ span, ...citation }) => ({
    ...citation,
    ...(span && { span: { start: span.start + length, end: span.end + length } }),
  }))
  return { ...part, text, citations: moved }
}
