import { once } from 'node:events'
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'
import { isJsonObject, unfoldResponse } from '@interlingua/core'
import type { Context, Frame, GenerateRequest, GenerateResponse, JsonObject, Machine, StreamEvent } from '@interlingua/core'
import type { ChatDialect } from '../compat/chat-dialects.ts'
import { createChatDeviation } from '../compat/create-chat-deviation.ts'
import { paceEvents } from '../pace-events.ts'
import type { Directives } from '../read-directives.ts'
import type { Exchange } from './exchange.ts'
import { readDuration } from './read-duration.ts'
import type { ServedDialect } from './served-dialects.ts'

interface Streamed {
  readonly request: GenerateRequest
  readonly response: GenerateResponse
  readonly directives: Directives
  readonly context: Context
  readonly flags: ReadonlySet<ChatDialect> | undefined
}

/** Streams an answer event by event, and breaks it in the middle where the directives say so. Ends early when the client has gone. */
export async function sendStream(exchange: Exchange, dialect: ServedDialect, streamed: Streamed): Promise<void> {
  const { response, requestId, signal, state } = exchange
  const { adapter } = dialect
  const { directives } = streamed
  const events = providerEvents(streamed, adapter.format)
  const breakAt = breakingPoint(events, directives)
  const delay = readDuration(directives.get('slow')) || state.eventDelayMs
  const stall = directives.get('stall')
  const toText = createPrinter(dialect, streamed)
  response.writeHead(200, {
    'content-type': adapter.http.streamContentType,
    'cache-control': 'no-cache',
    [dialect.requestIdHeader]: requestId,
  })
  response.flushHeaders()
  for (const [i, event] of events.entries()) {
    if (i === breakAt) {
      if (stall && !stall.words.includes('first')) await sleep(readDuration(stall), undefined, { signal })
      if (directives.has('cut')) return void setImmediate(() => response.destroy())
      if (directives.has('cut-clean')) return void response.end()
      if (directives.has('malformed')) await write(exchange, 'data: {"demo": broken\n\n')
      if (directives.has('error-event')) return void response.end(toText(brokenOff))
    }
    await write(exchange, toText([event]))
    if (delay > 0) await sleep(delay, undefined, { signal })
    else if (i % 16 === 15) await nextTick() // a client that left is seen here
    if (signal.aborted) return
  }
  response.end(toText([]))
}

const brokenOff: readonly StreamEvent[] = [
  {
    type: 'failure',
    failure: { code: 'overloaded', message: 'Demo provider: overloaded in the middle of the stream, as asked for', retryable: true },
  },
  { type: 'response-end', status: 'failed' },
]

/** The events as the vendor of the format sends them: messages tells the input's price at once and pings. */
function providerEvents({ response }: Streamed, format: string): readonly StreamEvent[] {
  const events = paceEvents(unfoldResponse(response))
  const [start, ...rest] = events
  if (format !== 'messages' || start?.type !== 'response-start' || !response.usage) return events
  return [{ ...start, usage: { input: response.usage.input, output: { total: 1 } } }, { type: 'liveness' }, ...rest]
}

/** The middle of the content, or after as many events as the option `after` says. */
function breakingPoint(events: readonly StreamEvent[], directives: Directives): number {
  const after = ['stall', 'cut', 'cut-clean', 'error-event', 'malformed']
    .map((name) => directives.get(name)?.options['after'])
    .find((value) => value !== undefined)
  if (after !== undefined) return Number(after)
  const deltas = [...events.keys()].filter((i) => events[i]?.type === 'part-delta')
  return deltas[Math.floor(deltas.length / 2)] ?? 1
}

/** Events to text; no events: the end. */
function createPrinter(
  { adapter }: ServedDialect,
  { context, request, flags, response }: Streamed,
): (events: readonly StreamEvent[]) => string {
  const encoder = adapter.createStreamEncoder(context, { request })
  const serializer = adapter.createStreamSerializer()
  const deviation: Machine<Frame<unknown>, Frame<unknown>> | undefined =
    flags && createChatDeviation(flags, usageOf(adapter.encodeResponse(response, context, { request }).body))
  return (events) => {
    let text = ''
    const frames = events.length > 0 ? events.flatMap((event) => encoder.push(event)) : encoder.end()
    for (const frame of deviation ? frames.flatMap((frame) => deviation.push(frame)) : frames)
      for (const piece of serializer.push(frame)) text += piece
    if (events.length === 0) for (const piece of serializer.end()) text += piece
    return text
  }
}

function usageOf(document: unknown): JsonObject {
  return isJsonObject(document) && isJsonObject(document['usage']) ? document['usage'] : {}
}

async function write({ response, signal }: Exchange, text: string): Promise<void> {
  if (text === '' || signal.aborted || response.write(text)) return
  await once(response, 'drain', { signal }).catch(() => {}) // the client left: the loop sees it
}
