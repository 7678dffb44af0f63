import { answerHeaders } from '../reply/reply-headers.ts'
import { finishReply } from '../reply/write-reply.ts'
import type { AdmittedRequest } from '../server/client-request.ts'
import { FetchError } from '@interlingua/upstreams'
import type { Reply } from '../server/reply.ts'
import { type Pieces, ResultsError, type StoredResult, type Task, type TaskPlace } from '@interlingua/tasks'
import { findVideoTask, type FoundVideo, type KeptVideo, noSuchTask, readVideoPayload } from './documents.ts'
import { refuseRequest, videoFailure } from './failures.ts'
import { type FailureReply, queryOf } from '@interlingua/gateway-kernel'
import { encodeDownload, type VideoResult } from '@interlingua/video'
import type { OutgoingHttpHeaders } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { GatewayState } from '../server/gateway-state.ts'
import type { Dispatcher } from 'undici'

/** Encodes bytes in base64, in pieces of whole groups, which may be written one after the other. */
export async function* encodeBase64(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let rest = Buffer.alloc(0)
  for await (const piece of bytes) {
    const all = rest.length === 0 ? Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength) : Buffer.concat([rest, piece])
    const whole = all.length - (all.length % 3)
    if (whole > 0) yield all.toString('base64', 0, whole)
    // Two bytes at most, copied, since a view would hold the whole piece.
    rest = Buffer.from(all.subarray(whole))
  }
  if (rest.length > 0) yield rest.toString('base64')
}

/** Pattern of the beginning of the file in a download document, in either of its two spellings. */
const start = /"(?:base64"\s*:\s*"|data_url"\s*:\s*"data:[^,"]{1,100},)/
/** Characters within which the file must begin. */
const longestHead = 65_536

/** Reads the file within a download document of another gateway, piece by piece, so that the document is never held whole. */
export async function* readDownload(document: Pieces): AsyncGenerator<Uint8Array, void, undefined> {
  let head: string | undefined = ''
  let rest = ''
  for await (const piece of document) {
    let text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
    if (head !== undefined) {
      head += text
      const found = start.exec(head)
      if (found === null) {
        if (head.length > longestHead) throw new FetchError('what it names is no download')
        continue
      }
      text = head.slice(found.index + found[0].length)
      head = undefined
    }
    const end = text.indexOf('"')
    rest += (end === -1 ? text : text.slice(0, end)).replaceAll('\\', '')
    const whole = end === -1 ? rest.length - (rest.length % 4) : rest.length
    if (whole > 0) yield Buffer.from(rest.slice(0, whole), 'base64')
    rest = rest.slice(whole)
    if (end !== -1) return
  }
  throw new FetchError('its host broke off')
}

/** Serves `GET /v1/video/generations/download?id=`: a video of the first family as JSON, written as it is read. */
export async function serveDownload(admitted: AdmittedRequest, reply: Reply): Promise<FailureReply | void> {
  const id = queryOf(admitted.client.incoming.url ?? '').get('id') ?? ''
  if (id === '') return refuseRequest('id is required', '/id', 'invalid_request')

  const task = await findVideoTask(admitted, id)
  if (reply.ended) return
  const video = task === undefined ? noSuchTask : findVideo(task)
  if ('failure' in video) return video
  const { results, videoBytes } = admitted.client.gateway
  if (video.size > videoBytes) return tooLarge
  const file = await results.find(video.name)
  if (file === undefined) return expired
  await send(reply, id, video.name, file)
}

/** Finds the one video of a task; else the failure that tells why there is none. */
function findVideo({ state, payload, failure }: Task): FailureReply | Extract<KeptVideo, { readonly name: string }> {
  const { family, operations } = readVideoPayload(payload)
  if (family !== 'vf-1') return unsupported
  if (state === 'failed' && failure?.code === 'too-large') return tooLarge
  if (state === 'expired') return expired
  if (state !== 'succeeded') return state === 'failed' || state === 'cancelled' ? failed : running
  const video = operations.flatMap(({ kept = [] }) => kept).find(({ name }) => name !== undefined)
  return video?.name === undefined ? expired : video
}

async function send(reply: Reply, id: string, name: string, file: StoredResult): Promise<void> {
  const { incoming: request, gateway } = reply.client
  const { response } = reply
  const { head, middle, tail } = encodeDownload(id, file.size)
  const length = head.length + middle.length + tail.length + 8 * Math.ceil(file.size / 3)
  const headers = { ...answerHeaders(reply), 'content-type': 'application/json', 'content-length': length, 'cache-control': 'no-store' }
  if (request.method === 'HEAD') {
    await file.release()
    if (reply.ended) return
    response.writeHead(200, headers)
    return finishReply(reply, 'ok', () => response.end())
  }
  if (reply.ended) return file.release()
  await writePieces(reply, headers, async function* pieces() {
    yield head
    yield* encodeBase64(await file.read())
    yield middle
    yield* readAgain(gateway, name)
    yield tail
  })
}

/** Base64 of a kept video that was found before; throws if it expired meanwhile. */
export async function* readAgain({ results }: Pick<GatewayState, 'results'>, name: string): AsyncGenerator<string, void, undefined> {
  const file = await results.find(name)
  if (file === undefined) throw new Error('it expired in the middle of a download')
  yield* encodeBase64(await file.read())
}

/**
 * Writes an answer in pieces, which are read from the storage of results. An error after the head, unless the client left, cuts the connection, so
 * that the client neither waits nor takes a part for the whole.
 */
export async function writePieces(
  reply: Reply,
  headers: OutgoingHttpHeaders,
  pieces: () => AsyncGenerator<string, void, undefined>,
): Promise<void> {
  const { response } = reply
  response.writeHead(200, headers)
  try {
    await pipeline(pieces, response, { end: false })
  } catch {
    if (!reply.ended)
      reply.client.gateway.observer.event('error', 'results', { problem: 'the storage of results broke off in the middle of one' })
    finishReply(reply, 'server')
    return void response.destroy()
  }
  finishReply(reply, 'ok', () => response.end())
}

const unsupported = failureReply(
  'invalid-request',
  400,
  'This task has a url of its own: take the video from there. Only models of the first family are downloaded here.',
  'unsupported_operation',
)
const running = failureReply('conflict', 409, 'The task has not finished yet.', 'task_not_completed')
const failed = failureReply('conflict', 409, 'The task has failed: there is no video.', 'task_not_completed')
const expired = failureReply('not-found', 410, 'The video has expired.', 'video_expired')
const tooLarge = failureReply('too-large', 413, 'The video is larger than this gateway hands out.', 'video_too_large')

function failureReply(
  code: 'invalid-request' | 'conflict' | 'not-found' | 'too-large',
  status: number,
  message: string,
  word: string,
): FailureReply {
  return videoFailure({ failure: { code, message, retryable: false, status }, status }, word)
}

/** Error for a video that was made and cannot be had now. The message is for logs. */
export class VideoLost extends Error {
  override readonly name = 'VideoLost'
  /** Reason: `too-large`, for good; `away`, its host does not give it; `storage`, it cannot be kept here now. */
  readonly reason: 'too-large' | 'away' | 'storage'

  constructor(reason: VideoLost['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

const mostRedirects = 3
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const plain = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'interlingua' } as const

/**
 * Opens the bytes of a video at its upstream. The channel's credential goes only to the channel's own origin, and only where needed; other hosts are
 * reached like files that callers name. Rejects with a `FetchError`.
 */
async function openVideo(video: FoundVideo, { host: gateway, channel, signal }: TaskPlace<GatewayState>): Promise<Pieces> {
  const keyed = video.type === 'path' || video.keyed === true
  let url = video.type === 'path' ? readUrl(channel.path(video.path), channel.origin) : readUrl(video.url)
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const own = url.origin === channel.origin && url.username + url.password === ''
    const answer = own
      ? await openOwn(channel.pool, url, keyed ? keyOf(channel.headers) : {}, signal)
      : await gateway.openResult(url, signal)
    if (!('location' in answer)) return answer.pieces
    url = readUrl(answer.location, url.href)
  }
  throw new FetchError(`it was redirected more than ${mostRedirects} times`)
}

async function openOwn(
  pool: Dispatcher,
  { origin, pathname, search }: URL,
  key: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<{ readonly pieces: Pieces } | { readonly location: string }> {
  const { statusCode, headers, body } = await pool.request({
    origin,
    path: `${pathname}${search}`,
    method: 'GET',
    headers: { ...plain, ...key },
    signal,
  })
  const { location } = headers
  if (statusCode === 200) return { pieces: body }
  await body.dump({ limit: 65_536 })
  if (redirects.has(statusCode) && typeof location === 'string') return { location }
  throw new FetchError(`its host answered with status ${statusCode}`)
}

function keyOf({
  'content-type': _type,
  'accept-encoding': _coding,
  ...headers
}: Readonly<Record<string, string>>): Record<string, string> {
  return headers
}

function readUrl(text: string, base?: string): URL {
  const url = URL.parse(text, base)
  if (url === null) throw new FetchError('it is no address')
  return url
}

/** Keeps a video among the gateway's results, piece by piece. Rejects with a `VideoLost`. */
export async function keepVideo(video: VideoResult, place: TaskPlace<GatewayState>): Promise<KeptVideo> {
  const { host: gateway } = place
  const counted = { size: 0 }
  try {
    const pieces = await piecesOf(video, place)
    const kept = await gateway.results.put(limited(pieces, gateway.videoBytes, counted), mimeOf(video))
    return { ...kept, size: counted.size }
  } catch (error) {
    if (error instanceof VideoLost) throw error
    if (error instanceof ResultsError) throw new VideoLost(error.reason === 'too-large' ? 'too-large' : 'storage', error.message)
    if (error instanceof FetchError) throw new VideoLost('away', `a video could not be fetched: ${error.message}`)
    throw new VideoLost('away', 'a video could not be fetched: its host could not be reached, or broke off')
  }
}

async function piecesOf(video: VideoResult, place: TaskPlace<GatewayState>): Promise<Pieces> {
  if (video.type === 'inline') return decoded(video.base64)
  const opened = await openVideo(video, place)
  // The download document of another gateway, with the file inside.
  return video.mime === 'application/json' ? readDownload(opened) : opened
}

function mimeOf({ mime = 'video/mp4' }: VideoResult): string {
  return mime.startsWith('video/') ? mime : 'video/mp4'
}

/** Characters of base64 that are decoded at once: whole groups of four. */
const stride = 1_048_576

async function* decoded(base64: string): AsyncGenerator<Uint8Array, void, undefined> {
  for (let from = 0; from < base64.length; from += stride) yield Buffer.from(base64.slice(from, from + stride), 'base64')
}

async function* limited(pieces: Pieces, limit: number, counted: { size: number }): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of pieces) {
    counted.size += piece.byteLength
    if (counted.size > limit) throw new VideoLost('too-large', `a video is larger than ${limit} bytes`)
    yield piece
  }
  if (counted.size === 0) throw new VideoLost('away', 'a video that could be fetched is empty')
}
