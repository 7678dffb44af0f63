import type { Part, TextPart } from '../part.ts'
import type { Turn } from '../request.ts'

/**
 * Joins texts without a visible character to the next text of the same author, for a format that refuses them alone; clients that keep a
 * stream as it came send its empty lines so. Returns `turns` itself where there are none.
 */
export function carryBlanks(turns: readonly Turn[]): readonly Turn[] {
  if (!turns.some((turn) => takesPart(turn) && turn.parts.some(isBlank))) return turns
  const changed = turns.map((turn) => [...turn.parts])
  /** Blank texts that wait for another text, by turn and position. */
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

/** Instructions, and turns with changes, keep their texts: the rest of such a turn cannot move with them. */
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
