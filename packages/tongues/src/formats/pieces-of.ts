import type { Answer, Piece } from './gist.ts'

/** Pieces by which an answer is streamed: texts in two halves, so that a reader has something to join. */
export function piecesOf(answer: Answer): readonly Piece[] {
  const pieces: Piece[] = []
  for (const item of answer.items) {
    if (item.kind === 'assistant') pieces.push(...halves(item.text).map((text): Piece => ({ kind: 'text', text })))
    else if (item.kind === 'refusal') pieces.push(...halves(item.text).map((text): Piece => ({ kind: 'refusal', text })))
    else if (item.kind === 'think' && item.redacted === true) pieces.push({ kind: 'redacted', seal: item.seal ?? '' })
    else if (item.kind === 'think') {
      pieces.push(...halves(item.text).map((text): Piece => ({ kind: 'think', text })))
      if (item.seal !== undefined) pieces.push({ kind: 'seal', seal: item.seal })
    } else if (item.kind === 'call') {
      const { id, name, seal, args } = item
      pieces.push({ kind: 'call', name, ...(id !== undefined && { id }), ...(seal !== undefined && { seal }) })
      pieces.push(...halves(args).map((text): Piece => ({ kind: 'args', text })))
    } else continue
    pieces.push({ kind: 'end' })
  }
  if (answer.failure !== undefined) return [...pieces, { kind: 'failure', failure: answer.failure }]
  if (answer.usage !== undefined) pieces.push({ kind: 'usage', usage: answer.usage })
  pieces.push({ kind: 'finish', finish: answer.finish ?? 'stop' }, { kind: 'terminal' })
  return pieces
}

function halves(text: string): readonly string[] {
  const signs = [...text]
  if (signs.length < 2) return text === '' ? [] : [text]
  const middle = Math.ceil(signs.length / 2)
  return [signs.slice(0, middle).join(''), signs.slice(middle).join('')]
}
