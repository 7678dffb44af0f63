import type { ServerResponse } from 'node:http'
import { StringDecoder } from 'node:string_decoder'
import { formats } from '../formats/formats.ts'
import { piecesOf } from '../formats/pieces-of.ts'
import { foldPieces } from '../formats/fold-pieces.ts'
import { classOf } from '../formats/failures.ts'
import { endsByFinish, type Answer, type Failure, type FailureClass, type Item, type Piece } from '../formats/gist.ts'
import { formatJson } from '../json/format-json.ts'
import { tryJson } from '../json/parse-json.ts'
import type { Mutant, Way } from '../mutants/mutant.ts'
import { callUpstream, readText } from './call-upstream.ts'
import { keepAlive } from './keep-alive.ts'
import { wrapSeal } from './seals.ts'

export interface TranslateContext {
  readonly way: Way
  readonly model: string
  readonly upstream: string
  readonly mutant: Mutant
  readonly losses: readonly string[]
  readonly names: ReadonlyMap<string, string>
}

let answers = 0

const early: Failure = { class: 'server', message: 'the upstream ended before its answer was whole' }

/** Calls the upstream, and answers the client in its own format. */
export async function translateAnswer(
  response: ServerResponse,
  request: { readonly path: string; readonly headers: Readonly<Record<string, string>>; readonly body: string },
  context: TranslateContext,
): Promise<void> {
  const { way, model, upstream, mutant } = context
  const { from, to, stream } = way
  const left = new AbortController()
  response.on('close', () => {
    if (mutant.ignoresAbort !== true) left.abort()
  })
  const given = mutant.headers?.(request.headers) ?? request.headers
  const answer = await callUpstream({ url: `${upstream}${request.path}`, headers: given, body: request.body, signal: left.signal })
  const status = answer.statusCode ?? 502
  const told = mutant.losses?.(context.losses) ?? context.losses
  const headers: Record<string, string> = {
    'tongues-losses': formatJson([...new Set(told)].map((place) => ({ at: place, kind: 'dropped' }))).slice(0, 12_000),
  }
  const retryAfter = answer.headers['retry-after']
  if (retryAfter !== undefined) headers['retry-after'] = retryAfter
  const toReport = mutant.outHeaders?.(headers) ?? headers
  const id = mutant.oneId === true ? '' : `-${answers++}`
  /** Text for the client, with an id that no other answer has. */
  const own = (text: string): string => {
    const named = text.replaceAll(/"id":"(msg_|resp_|chatcmpl-)tongues"/g, `"id":"$1tongues${id}"`)
    return mutant.out?.(named, way) ?? named
  }
  if (!/event-?stream/.test(answer.headers['content-type'] ?? '')) {
    const { text, broken } = await readText(answer)
    const document = tryJson(text)
    const read = document === undefined || broken ? { items: [], failure: early } : formats[to].readAnswer(document)
    const failure =
      status >= 400
        ? ownFailure(document === undefined ? undefined : formats[to].readFailure(document, status), status)
        : read.finish === undefined
          ? (read.failure ?? early)
          : read.failure
    if (failure !== undefined) {
      if (mutant.failure === 'finish')
        return sendDocument(
          response,
          200,
          toReport,
          formats[from].writeAnswer({ items: [{ kind: 'assistant', text: 'sorry' }], finish: 'stop' }, model),
        )
      const made = formats[from].writeFailure(failure)
      return sendDocument(response, mutant.status?.(made.status) ?? made.status, toReport, mutant.out?.(made.body, way) ?? made.body)
    }
    // A document goes the way of a stream, so that both mean the same.
    const pieces = piecesOf(read).flatMap((piece) => translate(piece, context))
    const folded = foldPieces(pieces)
    const made = mutant.answer?.(folded, way) ?? folded
    const written = formats[from].writeAnswer(forFrom(made, way), model)
    return sendDocument(response, 200, toReport, own(written))
  }
  response.writeHead(200, { 'content-type': formats[from].framing.contentType, ...toReport })
  response.flushHeaders()
  const stop = keepAlive(response, way, mutant)
  const writer = formats[from].createWriter(model)
  const reader = formats[to].createReader()
  const events = formats[to].framing.createReader()
  const decoder = new StringDecoder(formats[to].framing.encoding)
  const seen: Piece[] = []
  let held = ''
  const write = (frames: readonly string[]): void => {
    const text = frames.map(own).join('')
    if (mutant.buffers === true) held += text
    else if (text !== '') response.write(text, formats[from].framing.encoding)
  }
  const order = createOrder(way)
  const take = (piece: Piece): void => {
    if (seen.some(({ kind }) => kind === 'terminal' || kind === 'failure')) return
    if (piece.kind === 'failure') {
      if (mutant.failure === 'finish') return [{ kind: 'finish', finish: 'stop' } as const, { kind: 'terminal' } as const].forEach(take)
      if (mutant.failure === 'swallow') return
    }
    seen.push(piece)
    for (const each of order(translate(piece, context))) write(writer.push(each))
    if (piece.kind === 'failure' && mutant.failure === 'twice') write(formats[from].createWriter(model).push(piece))
    if (piece.kind === 'failure' && mutant.failure === 'finish after')
      for (const each of [{ kind: 'finish', finish: 'stop' } as const, { kind: 'terminal' } as const]) write(writer.push(each))
  }
  try {
    for await (const chunk of answer)
      for (const event of events.push(decoder.write(chunk as Buffer)))
        // answers without an encoding give buffers
        for (const piece of reader.push(event))
          take(
            piece.kind === 'other' && piece.type.startsWith('unreadable')
              ? { kind: 'failure', failure: { class: 'server', message: 'the upstream sent a frame that cannot be read' } }
              : piece,
          )
  } catch {
    // The end below says what was missing.
  }
  stop()
  const folded = foldPieces(seen)
  if (folded.finish !== undefined && !folded.terminal && endsByFinish(to) && folded.failures === 0) take({ kind: 'terminal' })
  else if (!folded.terminal && folded.failures === 0) {
    if (mutant.cut === 'finish') [{ kind: 'finish', finish: 'stop' } as const, { kind: 'terminal' } as const].forEach(take)
    else if (mutant.cut !== 'polite' && mutant.failure !== 'swallow') take({ kind: 'failure', failure: early })
  }
  if (held !== '') response.write(held, formats[from].framing.encoding)
  void stream
  response.end()
}

/** Usage comes before the finish, and the finish before the end: formats have them in different orders. */
function createOrder({ to }: Way): (pieces: readonly Piece[]) => readonly Piece[] {
  let finish: Piece | undefined
  return (pieces) =>
    pieces.flatMap((piece) => {
      if (piece.kind === 'finish' && endsByFinish(to)) {
        finish = piece
        return []
      }
      if (piece.kind === 'terminal' && finish !== undefined) return [finish, piece]
      return [piece]
    })
}

/** A failure of the gateway's own key is not the caller's. */
function ownFailure(failure: Failure | undefined, status: number): Failure {
  const known = failure ?? { class: classOf(status), message: `the upstream answered ${status}` }
  const named: FailureClass = known.class
  return { ...known, class: named }
}

function translate(piece: Piece, { way, mutant, names }: TranslateContext): readonly Piece[] {
  const mapped = asOwn(piece, way, names)
  return mutant.piece === undefined ? [mapped] : mutant.piece(mapped, way)
}

function asOwn(piece: Piece, { from, to }: Way, names: ReadonlyMap<string, string>): Piece {
  if (from === to) return piece
  if (piece.kind === 'seal' || piece.kind === 'redacted') return { ...piece, seal: wrapSeal(piece.seal, to) }
  if (piece.kind === 'call')
    return {
      ...piece,
      id: piece.id ?? newId(),
      name: names.get(piece.name) ?? piece.name,
      ...(piece.seal !== undefined && { seal: wrapSeal(piece.seal, to) }),
    }
  return piece
}

/** A refusal is said in the words of a format that has them. */
function forFrom(answer: Answer, { from }: Way): Answer {
  if (answer.finish !== 'refusal' || (from !== 'R' && from !== 'C')) return answer
  return { ...answer, items: answer.items.map((item): Item => (item.kind === 'assistant' ? { kind: 'refusal', text: item.text } : item)) }
}

function sendDocument(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
}

let made = 0

/** Id for a call that came without one: no two calls of a conversation share one. */
function newId(): string {
  return `call_ref${made++}`
}
