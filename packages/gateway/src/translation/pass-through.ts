import { type AdmittedRequest, type ClientRequest, contextOf } from '../server/client-request.ts'
import type { ParsedBody } from '../body/parse-body.ts'
import { isSecretParameter, readMessage } from './read-message.ts'
import { clientContext } from './translation.ts'
import { applyPolicy, type Context, type Failure, isInterlinguaError, isJsonObject, type JsonObject } from '@interlingua/core'
import { checkLimits, sameJson } from '@interlingua/core/adapter'
import type { FormatEdge, RequestHead, SealedReasoning } from '@interlingua/core/edge'
import type { FailureReply } from '@interlingua/gateway-kernel'
import { type Channel, isChosen, type Target, type UpstreamRequest } from '@interlingua/upstreams'
import { spliceString, unambiguousBytes } from '../body/bytes.ts'

/**
 * True if the client's bytes may go to this target: no kept state and no defaults of the operator must be put into them, and the gateway need not name
 * the answer.
 */
export function mayPass({ prependContext, session }: AdmittedRequest, { channel, defaults }: Target): boolean {
  return defaults === undefined && prependContext === undefined && (session === undefined || session.passesTo(channel))
}

/** Beginnings of another format's seal in an answer of the gateway: in a field of its own, or in the id of a call. */
const envelopes = ['"SUwB', '__sig__SUwB'] as const

/**
 * True if a body of the format `from` can go unchanged to an upstream of `to`. A body with seals of another format is translated, since the upstream
 * would refuse them; text that only looks like a seal costs a translation.
 */
export function passes(from: FormatEdge, to: FormatEdge, { body, bytes }: ParsedBody): boolean {
  const { binary } = from.stream
  return (
    from === to &&
    (binary === undefined || binary.createWholeReader !== undefined) &&
    from.client.needsTranslation?.(body) !== true &&
    !envelopes.some((envelope) => bytes.includes(envelope))
  )
}

/**
 * Fits the client's own body to the target's model, or returns the policy's refusal of that; the same bytes if nothing changes, as nearly always.
 * Throws the errors of the format. `seals`: the gateway asks for these as well.
 */
export function fitPassed(
  admitted: AdmittedRequest,
  { channel, model }: Target,
  parsed: ParsedBody,
  seals?: SealedReasoning,
): ParsedBody | FailureReply {
  const { edge } = admitted.client
  const { notices } = admitted
  const { policy } = admitted
  const { fitBody } = edge.upstream
  const fitted = fitBody ? fitBody(parsed.body, contextOf(admitted, channel.dialect, channel.profileOf(model))) : parsed.body
  const body = seals ? seals.ask(fitted) : fitted
  if (body === parsed.body) return parsed
  const refusal = applyPolicy(notices, policy)
  return refusal ? { failure: refusal } : { body, bytes: prependKeys(body, parsed) }
}

const brace = 0x7b

/** Writes new keys in front, so that the rest, which may hold images of many megabytes, is not written anew. */
function prependKeys(body: JsonObject, { body: old, bytes }: ParsedBody): Buffer {
  const added: Record<string, JsonObject[string]> = {}
  for (const key in body) {
    const value = body[key]
    if (value !== undefined && !Object.hasOwn(old, key)) added[key] = value
  }
  const same = Object.keys(old).length > 0 && Object.keys(old).every((key) => body[key] === old[key])
  if (!same) return Buffer.from(JSON.stringify(body))
  const head = Buffer.from(`${JSON.stringify(added).slice(0, -1)},`)
  return Buffer.concat([head, bytes.subarray(bytes.indexOf(brace) + 1)])
}

/**
 * True if a body of the upstream's own format may go unchanged: to a model that its caller named, or that takes all of it together with its server,
 * and to a channel without caching only if it asks for none. Else the body is translated, with a notice for each change.
 */
export function suitsChosen(admitted: AdmittedRequest, target: Target, head: RequestHead, body: JsonObject): boolean {
  const { channel, model } = target
  const chosen = isChosen(target, head.model)
  if (!chosen && channel.policy.cache !== 'off') return true
  const { adapter } = channel.edge
  let reported = false
  const quiet = (context: Context): Context => ({ ...context, onNotice: () => void (reported = true) })
  const upstream: Context = { ...contextOf(admitted, channel.dialect, channel.profileOf(model)), ...(chosen && { modelChosen: true }) }
  try {
    const client = quiet(clientContext(admitted, head.model))
    const decoded = adapter.decodeRequest(adapter.parseRequest(readMessage(admitted.client, body), client), client)
    const lowered = adapter.lowerRequest({ ...decoded, model }, quiet(upstream))
    if (reported) return false
    const sent = adapter.encodeRequest(lowered.request, quiet(upstream)).body
    const passed = admitted.client.edge.upstream.fitBody?.(body, quiet(upstream)) ?? body
    return isJsonObject(sent) && sameJson(compared(sent, passed), compared(passed, passed))
  } catch (error) {
    // The translation reports the error.
    if (isInterlinguaError(error)) return false
    throw error
  }
}

/** Drops the fields that an address tells, and the token count that a translated chat stream asks for by itself. */
function compared({ model: _, stream: __, stream_options: counts, ...said }: JsonObject, passed: JsonObject): JsonObject {
  return counts === undefined || passed['stream_options'] === undefined ? said : { ...said, stream_options: counts }
}

/**
 * Refuses a message thread at an upstream that keeps none, in the words on which Anthropic's SDK sends the whole history: an ignored thread would
 * silently lose the conversation.
 */
export function checkThread(edge: FormatEdge, body: JsonObject, channel: Channel): FailureReply | undefined {
  const { thread } = body
  if (!edge.upstream.supports.messageThreads || thread === undefined || thread === null || channel.supports.messageThreads) return undefined
  return { failure: isJsonObject(thread) && thread['type'] === 'continue' ? notFound : unsupported }
}

const unsupported: Failure = {
  code: 'invalid-request',
  message: 'thread: the upstream of this model keeps no threads; send the whole conversation without a thread',
  retryable: false,
  status: 400,
  extensions: { messages: { rest: { details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } } } },
}

const notFound: Failure = {
  code: 'not-found',
  message: 'thread: this thread does not exist here; send the whole conversation without a thread',
  retryable: false,
  status: 404,
  extensions: { messages: { rest: { details: { error_code: 'thread_not_found' } } } },
}

/**
 * Prepares the client's own bytes for an upstream of the same format; only the model id, the credentials and repeated keys change. Throws
 * `LimitError`.
 */
export function preparePassThrough(client: ClientRequest, target: Target, parsed: ParsedBody, endpoint: string): UpstreamRequest {
  const { body } = parsed
  checkLimits(client.edge.adapter.format, body, client.gateway.limits)
  const bytes = unambiguousBytes(parsed)
  const { channel } = target
  const { incoming: request, params } = client
  const headers: Record<string, string> = { ...channel.headers }
  for (const name of channel.edge.client.headers.forwarded) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  // The channel's prefix of the path wins over the client's version.
  const { prefix = params.version } = channel.dialect
  const path = channel.path(typeof prefix === 'string' ? endpoint.replace(/^\/v1beta(?=\/)/, prefix) : endpoint)
  const query = readQuery(request.url ?? '')
  return {
    path: query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`,
    headers,
    body: bodyFor(target, params.model !== undefined, body, bytes),
  }
}

/** Query of the client without credentials. */
function readQuery(url: string): string {
  const start = url.indexOf('?')
  if (start === -1) return ''
  return url
    .slice(start + 1)
    .split('&')
    .filter((pair) => !isSecretParameter(nameOf(pair)))
    .join('&')
}

function nameOf(pair: string): string {
  const [name = ''] = new URLSearchParams(pair).keys()
  return name
}

/** Body with the name of the target's model where the format has one; the documents of a binary framing have none. */
function bodyFor({ channel, model, renamed }: Target, isInPath: boolean, body: JsonObject, bytes: Buffer): Buffer | string {
  if (!isInPath) return renamed ? spliceString(bytes, ['model'], model) : bytes
  return channel.edge.stream.binary === undefined ? nameInside(body, bytes, model) : bytes
}

/** Changes the model's name inside the body of a format that names it in the path: also in the whole request that a count may hold. */
function nameInside(body: JsonObject, bytes: Buffer, model: string): Buffer | string {
  let own = body
  const fit = (value: JsonObject): JsonObject => {
    const named = value['model']
    return named === undefined || named === model || named === `models/${model}` ? value : { ...value, model: `models/${model}` }
  }
  for (const name of ['generateContentRequest', 'generate_content_request']) {
    const counted = own[name]
    if (!isJsonObject(counted)) continue
    const fitted = fit(counted)
    if (fitted !== counted) own = { ...own, [name]: fitted }
  }
  own = fit(own)
  return own === body ? bytes : JSON.stringify(own)
}
