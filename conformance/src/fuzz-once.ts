import { defaultLimits, foldEvents, isInterlinguaError, parseJson } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import { checkStreamGrammar, createTestContext, readStream, replyOf, writeStream } from '@interlingua/testkit'
import type { Recording } from '@interlingua/testkit'
import type { SuiteFormat } from './suite-format.ts'
import { mutateJson } from './mutate-json.ts'
import type { Random } from './random.ts'
import { requestDocument } from './request-document.ts'

/** A format as the fuzz run sees it. */
export interface FuzzFormat extends Pick<SuiteFormat, 'adapter' | 'documents' | 'headers' | 'asked' | 'checkStream'> {
  /** True: requests are read with the path of their exchange. Default: `documents` needs no path. */
  readonly keepsPath?: boolean
}

export interface FuzzResult {
  /** Direction of the run and its end, for counting. */
  readonly way: string
  readonly fault?: string
  /** Milliseconds that the adapters took. */
  readonly took: number
}

/** Runs a mutated document or stream through parse, decode, lower or respond, encode in both formats, and parse of the result. */
export function fuzzOnce(recording: Recording, source: FuzzFormat, target: FuzzFormat, random: Random): FuzzResult {
  if (recording.stream !== undefined && random.chance(0.8)) {
    const text = mutateText(recording.stream, random)
    return watched('stream', () => throughStream(text, source, target))
  }
  const { adapter } = source
  const document = requestDocument(recording, adapter.format)
  const reply = replyOf(recording)
  if (document !== undefined && (reply === undefined || random.chance(0.6))) {
    const body = mutateJson(document, random)
    return watched('request', () => throughRequest(body, source, target, source.keepsPath ? recording.path : ''))
  }
  if (reply === undefined || recording.response === undefined) return { way: 'nothing to mutate', took: 0 }
  const body = mutateJson(recording.response, random)
  if (recording.status >= 400) return watched('failure', () => throughFailure(body, recording.status, source, target))
  return watched('answer', () => throughAnswer(body, source, target))
}

function watched(way: string, run: () => string | undefined): FuzzResult {
  const started = performance.now()
  const { way: ended, fault } = judged(way, run)
  return { way: ended, took: performance.now() - started, ...(fault !== undefined && { fault }) }
}

function judged(way: string, run: () => string | undefined): Omit<FuzzResult, 'took'> {
  try {
    const fault = run()
    return { way: `${way}: done`, ...(fault !== undefined && { fault }) }
  } catch (error) {
    if (!isInterlinguaError(error)) {
      const place = error instanceof Error ? (error.stack?.split('\n').slice(0, 3).join(' ') ?? error.message) : String(error)
      return { way: `${way}: broke`, fault: `threw ${place}` }
    }
    const named = error.path !== '' || error.code !== 'wire' || /body|object/.test(error.message)
    return { way: `${way}: ${error.name}`, ...(!named && { fault: `a WireError names no field: ${error.message}` }) }
  }
}

/** A document nested just within the limit may be a few levels deeper in another format. */
const { context: deeper } = createTestContext({ limits: { ...defaultLimits, depth: defaultLimits.depth + 20 } })

function throughRequest(body: Json, source: FuzzFormat, target: FuzzFormat, path: string): string | undefined {
  const { context } = createTestContext()
  const [from, to] = [source.documents, target.documents]
  const request = from.decodeRequest(from.parseRequest({ path, query: {}, headers: source.headers, body }, context), context)
  const same = from.encodeRequest(request, context)
  reparse('its own format', () => from.parseRequest({ ...same, body: JSON.parse(JSON.stringify(same.body)) }, deeper))
  if (request.model === '') return undefined // a stored prompt may name the model, so the request goes to no other provider
  const encoded = to.encodeRequest(to.lowerRequest(request, context).request, context)
  reparse('the other format', () => to.parseRequest({ ...encoded, body: JSON.parse(JSON.stringify(encoded.body)) }, deeper))
  return undefined
}

function throughAnswer(body: Json, source: FuzzFormat, target: FuzzFormat): string | undefined {
  const { context } = createTestContext()
  const [from, to] = [source.adapter, target.adapter]
  const response = from.decodeResponse(from.parseResponse({ status: 200, headers: {}, body }, context), context)
  for (const adapter of [from, to]) {
    const encoded = adapter.encodeResponse(response, context, (adapter === from ? source : target).asked)
    const reply = { ...encoded, body: JSON.parse(JSON.stringify(encoded.body)) as unknown }
    // A failed response is an error document in formats without failed responses.
    reparse(adapter.format, () => (reply.status >= 400 ? adapter.parseFailure(reply) : adapter.parseResponse(reply, deeper)))
  }
  return undefined
}

function throughFailure(body: Json, status: number, source: FuzzFormat, target: FuzzFormat): string | undefined {
  const { context } = createTestContext()
  const [from, to] = [source.adapter, target.adapter]
  const failure = from.decodeFailure(from.parseFailure({ status, headers: {}, body }), context)
  for (const adapter of [from, to]) {
    const encoded = adapter.encodeFailure(failure, context)
    if (encoded.status < 400) return `a failure of status ${status} is answered with ${encoded.status}`
  }
  return undefined
}

function throughStream(text: string, source: FuzzFormat, target: FuzzFormat): string | undefined {
  const { context } = createTestContext({ limits: { ...defaultLimits, parts: 200, arrayIndex: 200, eventBytes: 1_000_000 } })
  const events = readStream(source.adapter, [text], context)
  const [breach] = checkStreamGrammar(events)
  if (breach !== undefined) return breach
  for (const format of [source, target]) {
    const id = format.adapter.format
    const written = writeStream(format.adapter, events, context, format.asked)
    // Unknown events are replayed to their own format as they came, whatever they break.
    const [wrong] = format === source ? [] : format.checkStream(written)
    if (wrong !== undefined) return `written as ${id}: ${wrong}`
    const again = readStream(format.adapter, [written], context)
    const [odd] = checkStreamGrammar(again)
    if (odd !== undefined) return `written as ${id} and read again: ${odd}`
    if (foldEvents(events).status === 'failed' && foldEvents(again).status !== 'failed')
      return `written as ${id}, a failure ends as ${foldEvents(again).status}`
  }
  return undefined
}

/** Encoded documents must be readable: one of the library's own errors is a fault here, not a refusal. */
function reparse(where: string, run: () => unknown): void {
  try {
    run()
  } catch (error) {
    throw new TypeError(
      `what was encoded for ${where} is refused: ${error instanceof Error ? `${'path' in error ? String(error.path) : ''} ${error.message}` : String(error)}`,
      { cause: error },
    )
  }
}

/** Mutates frames, drops, doubles, swaps or cuts them, or puts text around them. */
function mutateText(text: string, random: Random): string {
  const frames = text.split(/(?<=\r?\n\r?\n)/)
  for (let i = random.below(4); i >= 0; i--) {
    const at = random.below(frames.length)
    const frame = frames[at] ?? ''
    switch (random.below(7)) {
      case 0:
        frames.splice(at, 1)
        break
      case 1:
        frames.splice(at, 0, frame)
        break
      case 2:
        frames.splice(random.below(frames.length), 0, ...frames.splice(at, 1))
        break
      case 3:
        frames[at] = frame.slice(0, random.below(frame.length + 1))
        break
      case 4:
        frames[at] =
          random.pick([
            ': comment\n\n',
            'data: [DONE]\n\n',
            'data: {}\n\n',
            'data: null\n\n',
            'data: [1]\n\n',
            'event: ping\ndata: {"type": "ping"}\n\n',
            'data: {"error": {"message": "no"}}\n\n',
            'garbage\n\n',
            '\u0000\n\n',
          ]) + frame
        break
      default:
        frames[at] = frame.replace(/^data: ?(\{.*\})$/m, (_, json: string) => {
          const wire = parseJson(json) // a frame may be broken already
          return wire === undefined ? `data: ${json}x` : `data: ${JSON.stringify(mutateJson(wire, random))}`
        })
    }
    if (frames.length === 0) return ''
  }
  return frames.join('')
}
