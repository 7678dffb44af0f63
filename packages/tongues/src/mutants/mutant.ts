import type { Ask, Answer, FormatId, Piece } from '../formats/gist.ts'

export interface Way {
  readonly from: FormatId
  readonly to: FormatId
  readonly stream: boolean
}

/** Rule of the reference gateway, broken. */
export interface Mutant {
  readonly name: string
  /** Sentence of what it does wrong. */
  readonly breaks: string
  /** Request in neutral words, before it is written for the upstream; only where formats differ. */
  readonly ask?: (ask: Ask, way: Way) => Ask
  /** Body for the upstream. */
  readonly body?: (body: string, way: Way) => string
  /** Headers for the upstream. */
  readonly headers?: (headers: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
  /** Piece of an answer, streamed or not; only where formats differ. */
  readonly piece?: (piece: Piece, way: Way) => readonly Piece[]
  /** Answer of a document; only where formats differ. */
  readonly answer?: (answer: Answer, way: Way) => Answer
  /** Frame or document for the client; only where it is read. */
  readonly out?: (text: string, way: Way) => string
  /** Headers for the client. */
  readonly outHeaders?: (headers: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
  readonly status?: (status: number) => number
  readonly losses?: (losses: readonly string[]) => readonly string[]
  /** Ending of a stream that was cut, in place of a failure. */
  readonly cut?: 'finish' | 'polite'
  /** Way in which a failure of the upstream is told. */
  readonly failure?: 'finish' | 'finish after' | 'twice' | 'swallow'
  readonly count?: (count: number, body: string) => number | undefined
  readonly models?: 'openai' | 'none' | 'slow'
  /** Milliseconds of work for a request with so many calls. */
  readonly work?: (calls: number) => number
  /** Holds a stream back until its end. */
  readonly buffers?: boolean
  /** Goes on when the client left. */
  readonly ignoresAbort?: boolean
  readonly pings?: false
  /** Takes what it must refuse. */
  readonly takes?: 'no-json' | 'previous-response' | 'no-messages' | 'wrong-type' | 'any-model' | 'any-key'
  /** Gives all answers one id. */
  readonly oneId?: true
  /** Never answers plain requests by GET. */
  readonly hangs?: true
}
