import type { Json } from '../json/json.ts'
import type { EventReader, ServerEvent } from '../sse/read-events.ts'
import type { Answer, Ask, Failure, FormatId, Piece } from './gist.ts'

export interface WrittenRequest {
  /** Path below the address of the API, as the vendor has it. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface WriteTarget {
  readonly model: string
  readonly stream: boolean
}

export interface PieceReader {
  push(event: ServerEvent): readonly Piece[]
}

export interface PieceWriter {
  /** Whole frames, with their field names and empty line. */
  push(piece: Piece): readonly string[]
}

/** Way in which a stream is framed. */
export interface Framing {
  readonly contentType: string
  /** Bytes of frames in strings: Latin-1 for frames that are no text. */
  readonly encoding: 'utf8' | 'latin1'
  createReader(): EventReader
}

/** Readers and writers of one format. */
export interface Format {
  readonly id: FormatId
  readonly name: string
  /** Headers that authenticate a caller. */
  auth(key: string): Readonly<Record<string, string>>
  writeRequest(ask: Ask, target: WriteTarget): WrittenRequest
  readRequest(body: Json): Ask
  writeCount(ask: Ask, model: string): WrittenRequest
  writeAnswer(answer: Answer, model: string): string
  readAnswer(document: Json): Answer
  readonly framing: Framing
  createReader(): PieceReader
  createWriter(model: string): PieceWriter
  /** Document of a failure, with its status. */
  writeFailure(failure: Failure): { readonly status: number; readonly body: string }
  /** Failure of a document, or undefined if it is none in this format. */
  readFailure(document: Json, status: number): Failure | undefined
  /** Rules by which the vendor would refuse a request. */
  refuses(body: Json): readonly string[]
}
