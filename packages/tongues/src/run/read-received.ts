import { formats } from '../formats/formats.ts'
import { foldPieces, type Folded } from '../formats/fold-pieces.ts'
import { endsByFinish, type Answer, type FormatId, type Piece } from '../formats/gist.ts'
import { isObject } from '../json/access.ts'
import type { Json } from '../json/json.ts'
import { tryJson } from '../json/parse-json.ts'
import type { End } from './case.ts'
import type { Received } from './http-client.ts'

/** An answer as the client's format reads it. */
export interface ReadAnswer {
  readonly end: End
  readonly answer: Answer
  /** Data of each event, or the document alone. */
  readonly frames: readonly Json[]
  readonly comments: readonly string[]
  readonly document?: Json
  readonly isStream: boolean
  /** Failures that were told in a stream: more than one is one too many. */
  readonly failures: number
}

/** Reads what a client received. */
export function readReceived(received: Received, format: FormatId): ReadAnswer {
  const { status, body, headers } = received
  const { framing } = formats[format]
  const isStream = /event-?stream/.test(headers['content-type'] ?? '')
  const none: ReadAnswer = { end: 'broken', answer: { items: [] }, frames: [], comments: [], isStream, failures: 0 }
  if (received.end === 'unreachable') return { ...none, end: 'crash' }
  if (received.end === 'hang' || received.end === 'flood') return { ...none, end: 'hang' }
  if (status === 0) return none
  if (!isStream) {
    const document = tryJson(body)
    if (document === undefined) return { ...none, end: received.end === 'broken' ? 'broken' : status >= 400 ? 'refused' : 'unsaid' }
    const read = { ...none, document, frames: [document] }
    const failure = formats[format].readFailure(document, status)
    if (status >= 400 || failure !== undefined)
      return {
        ...read,
        end: status >= 400 ? 'refused' : 'failed',
        answer: { items: [], ...(failure !== undefined && { failure }) },
        failures: 1,
      }
    const answer = formats[format].readAnswer(document)
    if (answer.failure !== undefined) return { ...read, end: 'failed', answer, failures: 1 }
    if (received.end === 'broken') return { ...read, answer }
    return { ...read, answer, end: answer.finish === undefined ? 'unsaid' : endOf(answer.finish) }
  }
  const { folded, frames, comments, isCut } = readStream(
    framing.encoding === 'utf8' ? body : received.raw.toString(framing.encoding),
    format,
  )
  return {
    end: endOfStream(folded, format, isCut ? 'broken' : received.end),
    answer: folded,
    frames,
    comments,
    isStream,
    failures: folded.failures,
  }
}

/** Folds the text of a stream. */
export function readStream(
  text: string,
  format: FormatId,
): { readonly folded: Folded; readonly frames: readonly Json[]; readonly comments: readonly string[]; readonly isCut: boolean } {
  const events = formats[format].framing.createReader()
  const reader = formats[format].createReader()
  const pieces: Piece[] = []
  const frames: Json[] = []
  for (const event of events.push(text)) {
    pieces.push(...reader.push(event))
    const frame = tryJson(event.data)
    frames.push(frame === undefined || !isObject(frame) ? event.data : frame)
  }
  return { folded: foldPieces(pieces), frames, comments: events.comments, isCut: events.isCut?.() ?? false }
}

function endOf(finish: NonNullable<Answer['finish']>): End {
  return finish === 'length' || finish === 'filter' || finish === 'context' ? 'incomplete' : 'complete'
}

function endOfStream(folded: Folded, format: FormatId, end: Received['end']): End {
  if (folded.failures > 0) return 'failed'
  const isWhole = folded.finish !== undefined && (folded.terminal || endsByFinish(format))
  if (isWhole && folded.finish !== undefined) return endOf(folded.finish)
  return end === 'clean' || end === 'left' ? 'unsaid' : 'broken'
}
