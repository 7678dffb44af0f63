import { defaultLimits, foldEvents, isInterlinguaError, parseJson } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import { checkStreamGrammar, createTestContext, readStream, replyOf, writeStream } from '@interlingua/testkit'
import type { Exchange } from '@interlingua/testkit'
import { formats } from './formats.ts'
import type { FormatId } from './format-id.ts'
import { mutateJson } from './mutate-json.ts'
import type { Random } from './random.ts'
import { requestDocument } from './request-document.ts'

export interface FuzzResult {
  /** Which way the run went and how it ended, for counting. */
  readonly way: string
  readonly fault?: string
  /** Milliseconds that the adapters took. */
  readonly took: number
}

/** One mutated document or stream, all the way: parse, decode, lower or answer, encode in both formats, parse what came out. */
export function fuzzOnce(exchange: Exchange, source: FormatId, target: FormatId, random: Random): FuzzResult {
  if (exchange.stream !== undefined && random.chance(0.8)) {
    const text = mutateText(exchange.stream, random)
    return watched('stream', () => throughStream(text, source, target))
  }
  const document = requestDocument(exchange, source)
  const reply = replyOf(exchange)
  if (document !== undefined && (reply === undefined || random.chance(0.6))) {
    const body = mutateJson(document, random)
    return watched('request', () => throughRequest(body, source, target))
  }
  if (reply === undefined || exchange.response === undefined) return { way: 'nothing to mutate', took: 0 }
  const body = mutateJson(exchange.response, random)
  if (exchange.status >= 400) return watched('failure', () => throughFailure(body, exchange.status, source, target))
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

/** What was nested just within the limit may stand a few levels deeper in another format. */
const { context: deeper } = createTestContext({ limits: { ...defaultLimits, depth: defaultLimits.depth + 20 } })

function throughRequest(body: Json, source: FormatId, target: FormatId): string | undefined {
  const { context } = createTestContext()
  const [from, to] = [formats[source].documents, formats[target].documents]
  const request = from.decodeRequest(from.parseRequest({ path: '', query: {}, headers: formats[source].headers, body }, context), context)
  const same = from.encodeRequest(request, context)
  reparse('its own format', () => from.parseRequest({ ...same, body: JSON.parse(JSON.stringify(same.body)) }, deeper))
  if (request.model === '') return undefined // a stored prompt may name the model: its request goes nowhere else
  const encoded = to.encodeRequest(to.lowerRequest(request, context).request, context)
  reparse('the other format', () => to.parseRequest({ ...encoded, body: JSON.parse(JSON.stringify(encoded.body)) }, deeper))
  return undefined
}

function throughAnswer(body: Json, source: FormatId, target: FormatId): string | undefined {
  const { context } = createTestContext()
  const [from, to] = [formats[source].adapter, formats[target].adapter]
  const response = from.decodeResponse(from.parseResponse({ status: 200, headers: {}, body }, context), context)
  for (const adapter of [from, to]) {
    const encoded = adapter.encodeResponse(response, context, formats[adapter === from ? source : target].asked)
    const reply = { ...encoded, body: JSON.parse(JSON.stringify(encoded.body)) as unknown }
    // An answer that failed is an error document where a format has no failed answers.
    reparse(adapter.format, () => (reply.status >= 400 ? adapter.parseFailure(reply) : adapter.parseResponse(reply, deeper)))
  }
  return undefined
}

function throughFailure(body: Json, status: number, source: FormatId, target: FormatId): string | undefined {
  const { context } = createTestContext()
  const [from, to] = [formats[source].adapter, formats[target].adapter]
  const failure = from.decodeFailure(from.parseFailure({ status, headers: {}, body }), context)
  for (const adapter of [from, to]) {
    const encoded = adapter.encodeFailure(failure, context)
    if (encoded.status < 400) return `a failure of status ${status} is answered with ${encoded.status}`
  }
  return undefined
}

function throughStream(text: string, source: FormatId, target: FormatId): string | undefined {
  const { context } = createTestContext({ limits: { ...defaultLimits, parts: 200, arrayIndex: 200, eventBytes: 1_000_000 } })
  const events = readStream(formats[source].adapter, [text], context)
  const [breach] = checkStreamGrammar(events)
  if (breach !== undefined) return breach
  for (const id of [source, target]) {
    const written = writeStream(formats[id].adapter, events, context, formats[id].asked)
    // What a format does not understand it replays to itself as it came, whatever that breaks.
    const [wrong] = id === source ? [] : formats[id].checkStream(written)
    if (wrong !== undefined) return `written as ${id}: ${wrong}`
    const again = readStream(formats[id].adapter, [written], context)
    const [odd] = checkStreamGrammar(again)
    if (odd !== undefined) return `written as ${id} and read again: ${odd}`
    if (foldEvents(events).status === 'failed' && foldEvents(again).status !== 'failed')
      return `written as ${id}, a failure ends as ${foldEvents(again).status}`
  }
  return undefined
}

/** What we print must be what we read: an error of ours here is a fault, not a refusal. */
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

/** Frames mutated, dropped, doubled, swapped, cut in the middle, or with text around them. */
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
