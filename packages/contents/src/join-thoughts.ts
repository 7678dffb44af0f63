import type { Part, ReasoningPart, Turn } from '@interlingua/core'
import { withHint } from './extension.ts'

/**
 * Chats of the SDK send each frame of a stream back as a content of its own: the pieces of one thought, then an empty thought with its
 * signature. Where that is an envelope, its origin wants the thought whole: the pieces are one part here, and the contents that they stood in
 * one turn. Hints print them in pieces again. Signatures of this format stay where they are: its own servers take them so.
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

/** An end of a thought whose signature another format made. */
function isEnveloped(part: Part): part is ReasoningPart {
  return part.type === 'reasoning' && part.seal !== undefined && part.seal.format !== 'contents' && isPlain(part) && part.redacted !== true
}

function isPiece(part: Part | undefined): part is ReasoningPart {
  return part?.type === 'reasoning' && part.seal === undefined && isPlain(part)
}

function isPlain({ extensions }: Part | Turn): boolean {
  return extensions === undefined
}

/** The turns from `start` that must be one for a thought to be whole: its first piece, its signature and what is between. */
function spanFrom(turns: readonly Turn[], start: number): { readonly end: number; readonly whole: boolean } {
  const first = turns[start]
  let end = start + 1
  if (first?.author !== 'assistant' || !isPlain(first)) return { end, whole: false }
  if (!isPiece(first.parts.at(-1))) return { end, whole: first.parts.some(isEnveloped) }
  for (let next = turns[end]; next?.author === 'assistant' && isPlain(next); next = turns[end]) {
    const other = next.parts.find((part) => !isPiece(part))
    // Pieces without an envelope behind them stay what they are.
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
