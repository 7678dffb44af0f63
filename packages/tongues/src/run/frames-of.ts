import { at, text } from '../json/access.ts'
import { tryJson } from '../json/parse-json.ts'
import { formats } from '../formats/formats.ts'
import { piecesOf } from '../formats/pieces-of.ts'
import type { FormatId, Piece } from '../formats/gist.ts'
import type { Delivery, Reply, WireReply } from './case.ts'
import { answerOf } from './talk.ts'

export interface Frames {
  readonly frames: readonly string[]
  /** Index of the frame that tells the finish; a cut before its end is a cut before the end. */
  readonly finish: number
}

/** Frames of a reply, as the vendor sends them. */
export function framesOf(reply: Reply, wire: WireReply | undefined, format: FormatId, model: string): Frames {
  if (wire?.frames !== undefined) {
    const frames = wire.frames.map((frame) => frameOf(frame, format))
    return { frames, finish: frames.length }
  }
  const writer = formats[format].createWriter(model)
  const frames: string[] = []
  let finish: number | undefined
  for (const piece of orderUsage(piecesOf(answerOf(reply)))) {
    const made = writer.push(piece)
    if (piece.kind === 'finish') finish = frames.length
    frames.push(...made)
  }
  return { frames, finish: finish ?? frames.length }
}

/** Usage is known from the start, since Messages tell it there. */
function orderUsage(pieces: readonly Piece[]): readonly Piece[] {
  return [...pieces.filter(({ kind }) => kind === 'usage'), ...pieces.filter(({ kind }) => kind !== 'usage')]
}

/** Frame of a line of data; one that begins with `raw:` is sent as it stands. */
function frameOf(data: string, format: FormatId): string {
  if (data.startsWith('raw:')) return data.slice(4)
  if (format === 'G') return `data: ${data}\r\n\r\n`
  const type = text(at(tryJson(data) ?? null, 'type'))
  return format === 'C' || type === undefined ? `data: ${data}\n\n` : `event: ${type}\ndata: ${data}\n\n`
}

/** Same events in another spelling that the standard allows. */
export function respell(frame: string, style: Delivery['style']): string {
  if (style === undefined) return frame
  const plain = frame.replaceAll('\r\n', '\n')
  if (style === 'lf') return plain
  if (style === 'crlf') return plain.replaceAll('\n', '\r\n')
  if (style === 'cr') return plain.replaceAll('\n', '\r')
  if (style === 'no-space') return plain.replaceAll(/^(data|event): /gm, '$1:')
  if (style === 'comments') return `: a comment\n${plain}`
  if (style === 'multi-line')
    return plain.replaceAll(/^data: (\{.*)$/gm, (_, data: string) => `data: ${data.slice(0, 1)}\ndata: ${data.slice(1)}`)
  return plain
}
