import { chain, isJsonObject, unfoldResponse } from '@interlingua/core'
import type { Failure, Frame, GenerateAdapter, GenerateRequest, Machine, StreamEvent, WireMessage } from '@interlingua/core'
import type { EdgeRoute, FormatEdge } from '@interlingua/core/edge'
import { serializeSseEvent } from '@interlingua/framing'
import { createChatDeviation } from '../compat/create-chat-deviation.ts'
import { createLogprobsJoiner } from '../compat/create-logprobs-joiner.ts'
import { createReasoningDetails } from '../compat/create-reasoning-details.ts'
import { deviateDocument } from '../compat/deviate-document.ts'
import { paceEvents } from '../pace-events.ts'
import type { StreamScript } from '../stream-script.ts'
import { createProviderContext } from './create-provider-context.ts'
import type { DemoRequest } from './demo-request.ts'
import { failureOf } from './failure-of.ts'
import { keyless } from './keyless.ts'
import type { Answer, Refused, ServedDialect } from './served-dialect.ts'

type Headers = Readonly<Record<string, string>>

/** The differences between the demo's servers of formats. */
export interface AdapterDialectOptions extends Partial<Pick<ServedDialect, 'model' | 'isMeant' | 'keyless'>> {
  /** The vendor's refusal of the headers. */
  readonly checkHeaders?: (headers: Headers) => Failure | undefined
  /** The vendor's refusal of a request that fits its schema; absent, every such request is answered. */
  readonly check?: (request: GenerateRequest, headers: Headers) => Failure | undefined
  readonly checkCount?: (request: GenerateRequest, headers: Headers) => Failure | undefined
}

/**
 * A dialect that serves the routes of an edge, and reads and prints by its adapter; only the rules beyond the schema are the demo's own. Its
 * model is `demo-<format>` unless the options say otherwise.
 */
export function createAdapterDialect(edge: FormatEdge, options: AdapterDialectOptions = {}): ServedDialect {
  const { adapter } = edge
  const { checkHeaders, check, checkCount, ...dialect } = options
  const routes = edge.client.routes.map(({ operation, ...route }) => ({ operation, fits: fitsOf(route), below: `${route.path}/` }))
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
    model: `demo-${adapter.format}`,
    keyless,
    isMeant: () => false,
    ...dialect,
    format: adapter.format,
    requestIdHeader: edge.client.headers.requestId,
    retryHint: 'header',
    route(asked) {
      const route = routes.find(({ fits }) => fits.test(asked))
      if (route) return route.operation
      return routes.some(({ below }) => asked.startsWith(below)) ? 'unknown' : undefined
    },
    read: (message, demoRequest) =>
      attempt(message, () => {
        const context = createProviderContext(demoRequest)
        const request = adapter.decodeRequest(adapter.parseRequest(message, context), context)
        return {
          request,
          check: () => check?.(request, message.headers),
          writeDocument({ response, flags }) {
            const { body } = adapter.encodeResponse(response, context, { request })
            return isJsonObject(body) && flags.size > 0 ? deviateDocument(body, flags) : body
          },
          openStream: (answer) => openStream(edge, request, answer, demoRequest),
        }
      }),
    writeFailure: (failure, demoRequest) => adapter.encodeFailure(failure, createProviderContext(demoRequest)),
    ...(count && {
      readCount: (message, demoRequest) =>
        attempt(message, () => {
          const context = createProviderContext(demoRequest)
          const request = count.decodeCountRequest(count.parseCountRequest(message, context), context)
          return { request, check: () => checkCount?.(request, message.headers) }
        }),
      writeCount: (inputTokens: number, demoRequest: DemoRequest) => {
        const { body } = count.encodeCountResponse({ inputTokens }, createProviderContext(demoRequest))
        return isJsonObject(body) ? body : {}
      },
    }),
  }
}

/** An expression for the path of a route: each `{name}` is a segment, and each `{name+}` one or more. */
function fitsOf({ path, also = [] }: Pick<EdgeRoute, 'path' | 'also'>): RegExp {
  const written = [path, ...also].map((each) =>
    each
      .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replaceAll(/\{\w+\\\+\}/g, '.+')
      .replaceAll(/\{\w+\}/g, '[^/]+'),
  )
  return new RegExp(`^(?:${written.join('|')})$`)
}

function openStream(edge: FormatEdge, request: GenerateRequest, answer: Answer, demoRequest: DemoRequest): StreamScript {
  const { adapter } = edge
  const events = providerEvents(adapter.format, answer)
  const deltas = [...events.keys()].filter((i) => events[i]?.type === 'part-delta')
  const context = createProviderContext(demoRequest)
  const encoder = chain(
    chain(adapter.createStreamEncoder(context, { request }), createFrames(adapter, request, answer, demoRequest)),
    adapter.createStreamSerializer(),
  )
  const writer = edge.stream.binary?.createWriter()
  const sent = (texts: readonly string[]): string | Uint8Array =>
    writer ? Buffer.concat(texts.flatMap((text) => writer.push(text))) : texts.join('')
  const encode = (event: StreamEvent): string | Uint8Array => sent(encoder.push(event))
  return {
    contentType: adapter.http.streamContentType,
    middle: deltas[Math.floor(deltas.length / 2)] ?? 1,
    // Clients of messages skip events without a name.
    malformed: serializeSseEvent({ data: '{"demo": broken', ...(adapter.format === 'messages' && { event: 'content_block_delta' }) }),
    pieces: printed(events, encode, () => sent(encoder.end())),
    fail(failure) {
      const steps = [
        { type: 'failure', failure },
        { type: 'response-end', status: 'failed' },
      ] as const
      return sent([...steps.flatMap((step) => encoder.push(step)), ...encoder.end()])
    },
  }
}

function* printed(
  events: readonly StreamEvent[],
  encode: (event: StreamEvent) => string | Uint8Array,
  end: () => string | Uint8Array,
): Iterable<string | Uint8Array> {
  for (const event of events) yield encode(event)
  yield end()
}

/** The events as the format's vendor sends them. Messages states the input usage at once and sends pings. */
function providerEvents(format: string, { response }: Answer): readonly StreamEvent[] {
  const events = paceEvents(unfoldResponse(response))
  const [start, ...rest] = events
  if (format !== 'messages' || start?.type !== 'response-start' || !response.usage) return events
  return [{ ...start, usage: { input: response.usage.input, output: { total: 1 } } }, { type: 'keep-alive' }, ...rest]
}

/** The further changes of frames, which only the chat dialect makes. */
function createFrames(
  adapter: GenerateAdapter,
  request: GenerateRequest,
  { response, flags }: Answer,
  demoRequest: DemoRequest,
): Machine<Frame<unknown>, Frame<unknown>> {
  const same: Machine<Frame<unknown>, Frame<unknown>> = { push: (frame) => [frame], end: () => [] }
  if (adapter.format !== 'chat') return same
  const joined = request.output?.logprobs ? createLogprobsJoiner() : same
  if (flags.size === 0) return joined
  const { body } = adapter.encodeResponse(response, createProviderContext(demoRequest), { request })
  const usage = isJsonObject(body) && isJsonObject(body['usage']) ? body['usage'] : {}
  const detailed = flags.has('reasoning-details') ? chain(joined, createReasoningDetails()) : joined
  return chain(detailed, createChatDeviation(flags, usage))
}
