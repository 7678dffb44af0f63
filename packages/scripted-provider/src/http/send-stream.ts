import { once } from 'node:events'
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'
import { chain, isJsonObject, unfoldResponse } from '@interlingua/core'
import type { Context, Frame, GenerateAdapter, GenerateRequest, GenerateResponse, Machine, StreamEvent } from '@interlingua/core'
import { serializeSseEvent } from '@interlingua/framing'
import type { ChatDialect } from '../compat/chat-dialects.ts'
import { createChatDeviation } from '../compat/create-chat-deviation.ts'
import { createLogprobsJoiner } from '../compat/create-logprobs-joiner.ts'
import { createReasoningDetails } from '../compat/create-reasoning-details.ts'
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
      if (directives.has('malformed')) await write(exchange, malformedEvent(adapter.format))
      if (directives.has('error-event')) return void response.end(toText(brokenOff))
    }
    await write(exchange, toText([event]))
    if (delay > 0) await sleep(delay, undefined, { signal })
    else if (i % 16 === 15) await nextTick() // a client that left is seen here
    if (signal.aborted) return
  }
  response.end(toText([]))
}

/** Messages clients skip events without a name. */
function malformedEvent(format: string): string {
  return serializeSseEvent({ data: '{"demo": broken', ...(format === 'messages' && { event: 'content_block_delta' }) })
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
function createPrinter({ adapter }: ServedDialect, streamed: Streamed): (events: readonly StreamEvent[]) => string {
  const { context, request } = streamed
  const printer = chain(
    chain(adapter.createStreamEncoder(context, { request }), createChatFrames(adapter, streamed)),
    adapter.createStreamSerializer(),
  )
  return (events) => (events.length > 0 ? events.flatMap((event) => printer.push(event)) : printer.end()).join('')
}

/** What only the chat dialect does with its frames. */
function createChatFrames(
  adapter: GenerateAdapter,
  { context, request, response, flags }: Streamed,
): Machine<Frame<unknown>, Frame<unknown>> {
  const same: Machine<Frame<unknown>, Frame<unknown>> = { push: (frame) => [frame], end: () => [] }
  const joined = adapter.format === 'chat' && request.output?.logprobs ? createLogprobsJoiner() : same
  if (!flags) return joined
  const { body } = adapter.encodeResponse(response, context, { request })
  const usage = isJsonObject(body) && isJsonObject(body['usage']) ? body['usage'] : {}
  const detailed = flags.has('reasoning-details') ? chain(joined, createReasoningDetails()) : joined
  return chain(detailed, createChatDeviation(flags, usage))
}

async function write({ response, signal }: Exchange, text: string): Promise<void> {
  if (text === '' || signal.aborted || response.write(text)) return
  await once(response, 'drain', { signal }).catch(() => {}) // the client left: the loop sees it
}
