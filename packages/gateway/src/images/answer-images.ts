import {
  FetchError,
  type HeldTimer,
  judgeFailure,
  recordFailure,
  redactAnswer,
  redactCredentialFailure,
  redactFailure,
  redactSecrets,
  settleMime,
  type Target,
} from '@interlingua/upstreams'
import { AttemptFailed } from '../operation/request-upstream.ts'
import type { Attempt } from '../server/reply.ts'
import { ResultsError } from '@interlingua/tasks'
import type { UpstreamReply } from '../calls/read-reply.ts'
import type { ImageAttempt } from './image-attempt.ts'
import {
  type Context,
  type Fetched,
  type InterlinguaError,
  isInterlinguaError,
  isJsonObject,
  type JsonObject,
  parseJson,
} from '@interlingua/core'
import { malformedUpstream } from '@interlingua/gateway-kernel'
import {
  type FailedImage,
  type GeneratedImage,
  type ImageItem,
  type ImageRequest,
  type ImageResponse,
  type ImageUpstream,
  type ImageUsage,
  sniffImage,
} from '@interlingua/images'
import type { Dispatcher } from 'undici'
import type { ClientRequest } from '../server/client-request.ts'
import { holdTimer } from '../calls/attempt.ts'

/** Milliseconds for one file from the upstream itself, and before each further try. */
const timeoutMs = 60_000
const pauses = [250, 1_000] as const

/**
 * Fetches an image at an upstream's address, several times if needed, since it is paid for: from the channel's origin over the channel's connections,
 * from other hosts like callers' files. Sends no credential, since such addresses are signed. Throws a `FetchError`.
 */
async function fetchResult({ attempt, target }: Pick<ImageAttempt, 'attempt' | 'target'>, url: string): Promise<Fetched> {
  const left = new AbortController()
  const waiting: HeldTimer = { cancel: () => left.abort() }
  holdTimer(attempt.reply, waiting)
  try {
    for (const pause of pauses) {
      try {
        return await fetchOnce(attempt.admitted.client, target, url, left.signal)
      } catch (error) {
        if (left.signal.aborted) throw error
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
    return await fetchOnce(attempt.admitted.client, target, url, left.signal)
  } finally {
    waiting.cancel = undefined
  }
}

async function fetchOnce({ gateway }: ClientRequest, { channel }: Target, url: string, left: AbortSignal): Promise<Fetched> {
  const address = URL.parse(url)
  if (address === null) throw new FetchError('what the upstream gave is no address')
  const found = { url, kind: 'image', at: '' } as const
  if (address.origin === channel.origin && address.username + address.password === '') {
    const signal = AbortSignal.any([left, AbortSignal.timeout(timeoutMs)])
    const bytes = await download(channel.pool, address, gateway.answerBytes, signal)
    return { mime: settleMime(found, undefined, bytes), base64: bytes.toString('base64') }
  }
  const [answer] = await gateway.fetchResults([found], left)
  if (answer === undefined) throw new FetchError('the caller left')
  if ('reason' in answer) throw new FetchError(answer.reason)
  return answer.fetched
}

async function download(pool: Dispatcher, { origin, pathname, search }: URL, limit: number, signal: AbortSignal): Promise<Buffer> {
  try {
    const path = `${pathname}${search}`
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'interlingua' }
    const { statusCode, body } = await pool.request({ origin, path, method: 'GET', headers, signal })
    if (statusCode !== 200) {
      await body.dump({ limit: 65_536 })
      throw new FetchError(`its host answered with status ${statusCode}`)
    }
    const chunks: Buffer[] = []
    let size = 0
    // Leaving the loop ends the call. No encoding is set: what comes are bytes.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw new FetchError(`it is larger than ${limit} bytes`)
      chunks.push(chunk)
    }
    if (size === 0) throw new FetchError('it is empty')
    return Buffer.concat(chunks, size)
  } catch (error) {
    if (error instanceof FetchError) throw error
    throw new FetchError(signal.aborted ? 'it took too long' : 'its host could not be reached, or broke off')
  }
}

/** Notes the usage so far for the record: the upstream's, or the number of images made where the upstream counts none. */
export function noteUsage(attempt: Attempt, usage: ImageUsage | undefined, made: number): void {
  const noted: ImageUsage = { input: {}, output: {}, ...usage, images: usage?.images ?? made }
  attempt.usage = noted
}

interface Sent {
  readonly target: Target
  readonly images: ImageUpstream
  readonly upstream: Context
}

/**
 * Decodes a good answer of an upstream, in which some images may have failed. Throws `AttemptFailed` for an invalid answer: final, since the upstream
 * may have worked, unless the upstream says that it is busy.
 */
export function readImages(sent: Sent, call: ImageRequest, reply: UpstreamReply): ImageResponse {
  const { images, upstream } = sent
  const body = readBody(sent, reply)
  try {
    const wire = images.parseResponse({ status: 200, headers: {}, body }, upstream)
    return images.decodeResponse(wire, upstream, { request: call })
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    throw refusalOf(sent, body, error)
  }
}

/** Failure of an answer with a good status: the upstream's own error, or that of decoding. */
export function refusalOf(sent: Sent, body: JsonObject, { path, message }: InterlinguaError): AttemptFailed {
  if (saysError(body)) return refusal(sent, body)
  return malformed(sent, `sent an answer that its format does not allow (${path || 'the document'}: ${message})`)
}

/** Body of an upstream's answer as JSON, without the channel's credentials. Throws `AttemptFailed`. */
export function readBody(sent: Sent, { headers, bytes }: UpstreamReply): JsonObject {
  if (bytes.length === 0) throw malformed(sent, 'sent an empty answer')
  const { secrets } = sent.target.channel
  const body = parseJson(redactAnswer(bytes, secrets).toString('utf8'))
  if (isJsonObject(body)) return body
  const type = headers['content-type']
  if (type === undefined || /^[^;]*json/i.test(type)) throw malformed(sent, 'sent an answer that is not a JSON object')
  throw malformed(sent, `answered with ${/^[\w.+/-]+/.exec(redactSecrets(type, secrets))?.[0] ?? 'something'} instead of JSON`)
}

/** True if the body holds an error: some servers answer with status 200 always. */
function saysError({ error, code, output }: JsonObject): boolean {
  if (error !== undefined && error !== null) return true
  return (typeof code === 'string' && code !== '') || (isJsonObject(output) && typeof output['code'] === 'string')
}

function refusal({ images, upstream, target }: Sent, body: JsonObject): AttemptFailed {
  const { channel } = target
  const { output } = body
  const document = isJsonObject(output) && typeof output['code'] === 'string' ? output : body
  const decoded = images.decodeFailure({ status: 200, headers: {}, body: document }, upstream)
  const { raw: _raw, status: _status, requestId: _id, ...cause } = redactFailure(decoded, channel.secrets)
  const failure = redactCredentialFailure(cause)
  recordFailure(channel, failure)
  // An unspecific failure with status 200 counts as the upstream's.
  const failureReply = failure.code === 'server' ? { failure: { ...failure, status: 502 }, status: 502 } : { failure }
  return new AttemptFailed({ failureReply, decision: judgeFailure(channel, cause) })
}

function malformed({ target }: Sent, did: string): AttemptFailed {
  const failureReply = malformedUpstream(did)
  recordFailure(target.channel, failureReply.failure)
  return new AttemptFailed({ failureReply, decision: 'final' })
}

type Asked = Pick<ImageAttempt, 'attempt' | 'target' | 'delivery'>

/**
 * Gives the images the form that the client wants: fetches bytes of addresses, or hosts bytes at an address. An image that cannot be had so becomes a
 * failed one, never one in the other form.
 */
export async function deliverImages(asked: Asked, response: ImageResponse): Promise<ImageResponse> {
  if (response.items.every((item) => isDelivered(asked, item))) return response
  return { ...response, items: await Promise.all(response.items.map((item) => deliverImage(asked, item))) }
}

/** True if the image has the client's form already. */
export function isDelivered({ delivery }: Pick<Asked, 'delivery'>, item: ImageItem): boolean {
  if (item.type === 'failed') return true
  if (!isUsable(item)) return false
  return delivery === undefined || item.source.type === (delivery === 'url' ? 'url' : 'inline')
}

/** Gives one image the client's form; a failed image where that fails. */
export async function deliverImage(asked: Asked, item: ImageItem): Promise<ImageItem> {
  if (item.type === 'failed' || isDelivered(asked, item)) return item
  const { source } = item
  if (!isUsable(item)) return failed(item, 'result_not_fetched', 'The image was made, but what the upstream gave is no address of one.')
  try {
    return source.type === 'url' ? await inline(asked, item, source.url) : await host(asked, item, source.base64)
  } catch (error) {
    if (error instanceof FetchError)
      return failed(item, 'result_not_fetched', `The image was made, but could not be fetched: ${error.message}.`)
    if (error instanceof ResultsError) return failed(item, 'result_not_kept', 'The image was made, but could not be kept.')
    throw error
  }
}

/** True unless the address could run or read in the client: only http and https are passed on. */
function isUsable({ source }: GeneratedImage): boolean {
  return source.type !== 'url' || /^https?:\/\//i.test(source.url)
}

async function inline(asked: Asked, item: GeneratedImage, url: string): Promise<GeneratedImage> {
  const { base64, mime } = await fetchResult(asked, url)
  return { ...item, source: { type: 'inline', base64, mime } }
}

async function host({ attempt }: Asked, item: GeneratedImage, base64: string): Promise<ImageItem> {
  const mime = sniffImage(base64)
  if (mime === undefined) return failed(item, 'result_not_kept', 'What the upstream sent is no image that can be hosted.')
  const { url } = await attempt.admitted.client.gateway.results.keep(Buffer.from(base64, 'base64'), mime, attempt.admitted.client.incoming)
  return { ...item, source: { type: 'url', url, mime } }
}

function failed({ at }: GeneratedImage, code: string, message: string): FailedImage {
  return { type: 'failed', code, message, ...(at !== undefined && { at }) }
}
