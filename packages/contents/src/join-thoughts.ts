import type { Part, ReasoningPart, Turn } from '@interlingua/core'
import { withHint } from './extension.ts'

/**
 * Joins the pieces of a thought that chats of the SDK send back as a content for each frame, if its signature is an envelope, whose origin
 * wants the thought whole; the contents become one turn. Hints print the pieces again; signatures of this format stay where they are, as
 * its own servers take them.
 */
export function joinThoughts(turns: readonly Turn[]): readonly Turn[] {
  if (!turns.some(({ author, parts }) => author === 'assistant' && parts.some(isEnveloped))) return turns
  const joined: Turn[] = []
  for (let start = 0; start < turns.length;) {
    const { end, whole } = spanFrom(turns, start)
    const span = turns.slice(start, end)
    const [first] = span
    if (whole && first) joined.push(joinSpan(first, span))
    else joined.push(...span)
    start = end
  }
  return joined
}

/** True for the end of a thought whose signature another format made. */
function isEnveloped(part: Part): part is ReasoningPart {
  return part.type === 'reasoning' && part.seal !== undefined && part.seal.format !== 'contents' && isPlain(part) && part.redacted !== true
}

function isPiece(part: Part | undefined): part is ReasoningPart {
  return part?.type === 'reasoning' && part.seal === undefined && isPlain(part)
}

function isPlain({ extensions }: Part | Turn): boolean {
  return extensions === undefined
}

/** Range of turns from `start` that must be one for a thought to be whole: its first piece, its signature and everything between. */
function spanFrom(turns: readonly Turn[], start: number): { readonly end: number; readonly whole: boolean } {
  const first = turns[start]
  let end = start + 1
  if (first?.author !== 'assistant' || !isPlain(first)) return { end, whole: false }
  if (!isPiece(first.parts.at(-1))) return { end, whole: first.parts.some(isEnveloped) }
  for (let next = turns[end]; next?.author === 'assistant' && isPlain(next); next = turns[end]) {
    const other = next.parts.find((part) => !isPiece(part))
    // Pieces without an envelope behind them stay as they are.
    if (other === undefined ? next.parts.length === 0 : !isEnveloped(other)) break
    end++
    if (other) return { end, whole: true }
  }
  return first.parts.some(isEnveloped) ? { end: start + 1, whole: true } : { end, whole: false }
}

function joinSpan(first: Turn, span: readonly Turn[]): Turn {
  const parts: Part[] = []
  for (const part of span.flatMap((turn) => turn.parts)) {
    if (!isEnveloped(part)) {
      parts.push(part)
      continue
    }
    const from = parts.findLastIndex((before) => !isPiece(before)) + 1
    const pieces = [...parts.splice(from).filter(isPiece), part]
    parts.push(pieces.length === 1 ? part : joinPieces(part, pieces))
  }
  const counts = span.map((turn) => turn.parts.length)
  return span.length === 1 ? { ...first, parts } : { ...first, parts, extensions: withHint(first, { contents: counts }) }
}

function joinPieces(last: ReasoningPart, pieces: readonly ReasoningPart[]): ReasoningPart {
  const texts = pieces.map(({ segments }) => segments.map(({ text }) => text).join(''))
  const text = texts.join('')
  const [first] = pieces
  return {
    ...last,
    ...(first?.at !== undefined && { at: first.at }),
    segments: text === '' ? [] : [{ type: 'summary', text }],
    extensions: withHint(last, { pieces: texts.map(({ length }) => length) }),
  }
}
