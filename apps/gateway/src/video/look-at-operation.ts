import { isInterlinguaError, type Failure } from '@interlingua/core'
import type { VideoFacts, VideoResult, VideoState, VideoUpstream } from '@interlingua/video'
import { redactCredentialFailure } from '../answers/redact-credential-failure.ts'
import { askAboutTask } from '../tasks/ask-about-task.ts'
import type { TaskPlace } from '../tasks/task-driver.ts'
import type { Task } from '../tasks/task.ts'
import type { OperationLook } from './combine-operations.ts'
import { lookingContext } from './find-lost.ts'
import { keepVideo } from './keep-video.ts'
import { redactVideoFailure } from './redact-video-failure.ts'
import type { FoundVideo, KeptVideo, VideoOperation, VideoPayload } from './video-documents.ts'
import { VideoLost } from './video-lost.ts'

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
