import { isInterlinguaError, type Failure } from '@interlingua/core'
import type { VideoFacts, VideoResult, VideoState, VideoUpstream } from '@interlingua/video'
import type { Dispatcher } from 'undici'
import { redactCredentialFailure } from '../answers/redact-credential-failure.ts'
import { FetchError } from '../media/fetch-error.ts'
import { ResultsError } from '../results/results-error.ts'
import type { Pieces } from '../results/storage.ts'
import { askAboutTask } from '../tasks/ask-about-task.ts'
import type { TaskPlace } from '../tasks/task-driver.ts'
import type { Task } from '../tasks/task.ts'
import type { OperationLook } from './combine-operations.ts'
import { lookingContext } from './find-lost.ts'
import { readDownload } from './read-download.ts'
import { redactVideoFailure } from './redact-video-failure.ts'
import type { FoundVideo, KeptVideo, VideoOperation, VideoPayload } from './video-documents.ts'

/** A video that was made cannot be had now. The message is for logs. */
class VideoLost extends Error {
  override readonly name = 'VideoLost'
  /** `too-large`: for good; `away`: its host does not give it; `storage`: it cannot be kept here now. */
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
 * The bytes of a video at its upstream. The channel's credential goes to the channel's own origin alone, and only for what needs it: where that
 * sends on to somebody else, it stays behind. Other places are reached as files are that callers name. Rejects with a `FetchError`.
 */
async function openVideo(video: FoundVideo, { gateway, channel, signal }: TaskPlace): Promise<Pieces> {
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

/** Keeps a video among the results of the gateway, piece by piece. Rejects with a `VideoLost`. */
async function keepVideo(video: VideoResult, place: TaskPlace): Promise<KeptVideo> {
  const { gateway } = place
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

async function piecesOf(video: VideoResult, place: TaskPlace): Promise<Pieces> {
  if (video.type === 'inline') return decoded(video.base64)
  const opened = await openVideo(video, place)
  // Another gateway's download, a file within a document.
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

export type VideoPlace = TaskPlace & { readonly films: VideoUpstream }

/** Fetches that may come to nothing, answers in a row that there is no such operation, and the age in milliseconds from which on that is believed. */
const mostFetches = 10
const mostMissing = 3
const youth = 60_000
/** Most bytes of an answer that may hold videos, whatever is configured: one text. */
const longestText = 256 * 1024 * 1024

/** Asks after one operation, or fetches what it made. Rejects with what the storage of results throws. */
export async function lookAtOperation(
  task: Task,
  payload: VideoPayload,
  operation: VideoOperation,
  place: VideoPlace,
): Promise<OperationLook> {
  if (operation.found) return keepAll(operation, operation.found, place)
  const { films, gateway, channel } = place
  const context = lookingContext(gateway, channel)
  const { path, ...question } = films.poll(operation.id, payload.upstreamModel, context)
  const limit = Math.min(longestText, Math.max(gateway.answerBytes, Math.ceil(gateway.videoBytes * 1.4)))
  const said = await askAboutTask(place, path, { ...question, limit })
  if (said.state === 'missing' && payload.operations.length > 1) return missed(task, operation)
  if (said.state !== 'answered') return { operation, silence: said }
  let told: VideoState
  try {
    told = films.decodePoll(said.reply, context)
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    return { operation, silence: { state: 'unreachable', problem: 'the upstream says something that is no state of a task' } }
  }
  switch (told.state) {
    case 'unknown':
      return { operation, silence: told }
    case 'queued':
    case 'running': {
      const { state, progress, facts } = told
      return { operation: { ...operation, state, ...withFacts(facts, payload), ...(progress !== undefined && { progress }) } }
    }
    case 'succeeded': {
      const { facts, usage } = told
      const made: VideoOperation = { ...operation, state: 'succeeded', ...withFacts(facts, payload), ...(usage && { usage }) }
      return takeVideos(made, told.videos, payload, place)
    }
    default: {
      const { state, facts, failure } = told
      return { operation: { ...operation, state, ...withFacts(facts, payload), failure: tellable(failure, place) } }
    }
  }
}

/** What needs no fetching is kept as it is; bytes are kept at once; the rest is fetched at the next look, which may take longer. */
async function takeVideos(
  made: VideoOperation,
  videos: readonly VideoResult[],
  payload: VideoPayload,
  place: VideoPlace,
): Promise<OperationLook> {
  if (videos.every((video) => staysWhereItIs(video, payload)))
    return { operation: { ...made, kept: videos.flatMap((video) => (video.type === 'url' ? [{ url: addressOf(video.url) }] : [])) } }
  if (videos.every((video): video is FoundVideo => video.type !== 'inline'))
    return { operation: { ...made, found: videos.map(({ at: _, ...video }) => video as FoundVideo) }, again: true } // what is left out is optional
  return keepAll(made, videos, place)
}

async function keepAll(operation: VideoOperation, videos: readonly VideoResult[], place: VideoPlace): Promise<OperationLook> {
  const kept: KeptVideo[] = []
  try {
    // One after the other: each may be large.
    for (const video of videos) kept.push(await keepVideo(video, place))
  } catch (error) {
    if (!(error instanceof VideoLost)) throw error
    const { gateway, channel } = place
    gateway.log.write('warn', 'video', { problem: error.message, channel: channel.name })
    const fetches = (operation.fetches ?? 0) + 1
    if (error.reason === 'too-large' || (fetches >= mostFetches && error.reason !== 'storage')) {
      const { found: _, ...left } = operation
      return { operation: { ...left, state: 'failed', failure: failures[error.reason === 'too-large' ? 'too-large' : 'lost'] } }
    }
    return operation.found
      ? { operation: { ...operation, fetches } }
      : { operation, silence: { state: 'unreachable', problem: error.message } }
  }
  const { found: _, ...left } = operation
  return { operation: { ...left, kept } }
}

/** The first family's videos are handed out by the download endpoint, which needs them here. */
function staysWhereItIs(video: VideoResult, { family, hidden }: VideoPayload): boolean {
  return video.type === 'url' && video.keyed !== true && family !== 'vf-1' && !hidden
}

/** Objects of Google's storage have an address of the web. */
function addressOf(url: string): string {
  return url.replace(/^gs:\/\//i, 'https://storage.googleapis.com/')
}

function missed(task: Task, operation: VideoOperation): OperationLook {
  const missing = (operation.missing ?? 0) + 1
  const age = Date.now() - (task.submittedAt ?? task.createdAt)
  if (missing >= mostMissing && age > youth) return { operation: { ...operation, state: 'expired', failure: failures.gone } }
  return { operation: { ...operation, missing } }
}

/** The last frame has an address of the upstream's, too. */
function withFacts(facts: VideoFacts | undefined, { hidden }: VideoPayload): { readonly facts?: VideoFacts } {
  if (facts === undefined) return {}
  const { lastFrameUrl: _, ...others } = facts
  return { facts: hidden ? others : facts }
}

function tellable(told: Failure, { channel }: VideoPlace): Failure {
  const failure = redactVideoFailure(redactCredentialFailure(told), channel)
  return failure.code === 'server' ? { ...failure, status: 502 } : failure
}

const failures = {
  'too-large': { code: 'too-large', message: 'The video was made, and is larger than this gateway hands out.', retryable: false },
  lost: { code: 'server', message: 'The video was made, but could not be fetched from the upstream.', retryable: false, status: 502 },
  gone: { code: 'not-found', message: 'The upstream has no such task any more.', retryable: false, status: 504 },
} as const satisfies Record<string, Failure>
