import { chain, isJsonObject, unfoldResponse } from '@interlingua/core'
import type { Failure, Frame, GenerateAdapter, GenerateRequest, Machine, StreamEvent, WireMessage } from '@interlingua/core'
import { serializeSseEvent } from '@interlingua/framing'
import { createChatDeviation } from '../compat/create-chat-deviation.ts'
import { createLogprobsJoiner } from '../compat/create-logprobs-joiner.ts'
import { createReasoningDetails } from '../compat/create-reasoning-details.ts'
import { deviateDocument } from '../compat/deviate-document.ts'
import { paceEvents } from '../pace-events.ts'
import type { StreamScript } from '../stream-script.ts'
import { createProviderContext } from './create-provider-context.ts'
import type { Exchange } from './exchange.ts'
import { failureOf } from './failure-of.ts'
import type { Answer, Refused, ServedDialect } from './served-dialect.ts'

type Headers = Readonly<Record<string, string>>

interface AdapterDialect extends Pick<ServedDialect, 'model' | 'requestIdHeader' | 'caching' | 'isMeant' | 'keyless'> {
  readonly adapter: GenerateAdapter
  readonly path: string
  readonly countPath?: string
  /** What the vendor refuses in the headers alone. */
  checkHeaders?(headers: Headers): Failure | undefined
  check(request: GenerateRequest, headers: Headers): Failure | undefined
  checkCount?(request: GenerateRequest, headers: Headers): Failure | undefined
}

/** A dialect whose reader and printer are the format's adapter; only the rules beyond the schema are the demo's own. */
export function createAdapterDialect(options: AdapterDialect): ServedDialect {
  const { adapter, path, countPath, checkHeaders, check, checkCount, ...dialect } = options
  const { count } = adapter
  const attempt = <T>({ headers }: WireMessage<unknown>, read: () => T): T | Refused => {
    const failure = checkHeaders?.(headers)
    if (failure) return { failure }
    try {
      return read()
    } catch (error) {
      return { failure: failureOf(error) }
    }
  }
  return {
    ...dialect,
    format: adapter.format,
    retryHint: 'header',
    route(asked) {
      if (asked === path) return 'generate'
      if (asked === countPath) return 'count'
      return asked.startsWith(`${path}/`) ? 'unknown' : undefined
    },
    read: (message, exchange) =>
      attempt(message, () => {
        const context = createProviderContext(exchange)
        const request = adapter.decodeRequest(adapter.parseRequest(message, context), context)
        return {
          request,
          check: () => check(request, message.headers),
          writeDocument({ response, flags }) {
            const { body } = adapter.encodeResponse(response, context, { request })
            return isJsonObject(body) && flags.size > 0 ? deviateDocument(body, flags) : body
          },
          openStream: (answer) => openStream(adapter, request, answer, exchange),
        }
      }),
    writeFailure: (failure, exchange) => adapter.encodeFailure(failure, createProviderContext(exchange)),
    ...(count && {
      readCount: (message, exchange) =>
        attempt(message, () => {
          const context = createProviderContext(exchange)
          const request = count.decodeCountRequest(count.parseCountRequest(message, context), context)
          return { request, check: () => checkCount?.(request, message.headers) }
        }),
      writeCount: (inputTokens: number, exchange: Exchange) => {
        const { body } = count.encodeCountResponse({ inputTokens }, createProviderContext(exchange))
        return isJsonObject(body) ? body : {}
      },
    }),
  }
}

function openStream(adapter: GenerateAdapter, request: GenerateRequest, answer: Answer, exchange: Exchange): StreamScript {
  const events = providerEvents(adapter.format, answer)
  const deltas = [...events.keys()].filter((i) => events[i]?.type === 'part-delta')
  const context = createProviderContext(exchange)
  const printer = chain(
    chain(adapter.createStreamEncoder(context, { request }), createFrames(adapter, request, answer, exchange)),
    adapter.createStreamSerializer(),
  )
  const print = (event: StreamEvent): string => printer.push(event).join('')
  return {
    contentType: adapter.http.streamContentType,
    middle: deltas[Math.floor(deltas.length / 2)] ?? 1,
    // Messages clients skip events without a name.
    malformed: serializeSseEvent({ data: '{"demo": broken', ...(adapter.format === 'messages' && { event: 'content_block_delta' }) }),
    pieces: printed(events, print, () => printer.end().join('')),
    fail: (failure) => print({ type: 'failure', failure }) + print({ type: 'response-end', status: 'failed' }) + printer.end().join(''),
  }
}

function* printed(events: readonly StreamEvent[], print: (event: StreamEvent) => string, end: () => string): Iterable<string> {
  for (const event of events) yield print(event)
  yield end()
}

/** The events as the vendor of the format sends them: messages tells the input's price at once and pings. */
function providerEvents(format: string, { response }: Answer): readonly StreamEvent[] {
  const events = paceEvents(unfoldResponse(response))
  const [start, ...rest] = events
  if (format !== 'messages' || start?.type !== 'response-start' || !response.usage) return events
  return [{ ...start, usage: { input: response.usage.input, output: { total: 1 } } }, { type: 'liveness' }, ...rest]
}

/** What only the chat dialect does with its frames. */
function createFrames(
  adapter: GenerateAdapter,
  request: GenerateRequest,
  { response, flags }: Answer,
  exchange: Exchange,
): Machine<Frame<unknown>, Frame<unknown>> {
  const same: Machine<Frame<unknown>, Frame<unknown>> = { push: (frame) => [frame], end: () => [] }
  if (adapter.format !== 'chat') return same
  const joined = request.output?.logprobs ? createLogprobsJoiner() : same
  if (flags.size === 0) return joined
  const { body } = adapter.encodeResponse(response, createProviderContext(exchange), { request })
  const usage = isJsonObject(body) && isJsonObject(body['usage']) ? body['usage'] : {}
  const detailed = flags.has('reasoning-details') ? chain(joined, createReasoningDetails()) : joined
  return chain(detailed, createChatDeviation(flags, usage))
}
