import type { DialectId } from './dialect-id.ts'
import { dialects } from './dialects.ts'
import { sampleText } from './sample-text.ts'
import type { StreamKind } from './stream-kind.ts'

/**
 * Events of one streamed response, each as the text of one server-sent event. `deltas` of them hold content of `kind`, four to twenty
 * characters each as providers send them; the other events open and close the response.
 */
export function streamSample(dialect: DialectId, kind: StreamKind, deltas: number): readonly string[] {
  return dialects[dialect].stream(kind, piecesOf(kind, deltas))
}

function piecesOf(kind: StreamKind, deltas: number): readonly string[] {
  const pieces = Array.from({ length: deltas }, (_, index) => sampleText(4 + ((index * 7) % 17), index))
  if (kind !== 'arguments') return pieces
  // The pieces together must be one JSON object, since the decoder of a whole response reads it.
  return pieces.map((piece, index) => {
    const inner = JSON.stringify(piece).slice(1, -1)
    return index === 0 ? `{"text":"${inner}` : index === deltas - 1 ? `${inner}"}` : inner
  })
}
