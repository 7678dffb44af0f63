import type { ClientRequest } from '../server/client-request.ts'
import type { GatewayState } from '../server/gateway-state.ts'
import { type Channel, credentialOf, redactCredentialFailure } from '@interlingua/upstreams'
import { requestTask, type Task, type TaskDriver, type TaskPlace } from '@interlingua/tasks'
import {
  combineOperations,
  type FoundVideo,
  isOver,
  type KeptVideo,
  type OperationLook,
  readVideoPayload,
  settledRecord,
  type VideoOperation,
  type VideoPayload,
} from './documents.ts'
import { redactVideoFailure } from './failures.ts'
import { lookingContext } from './find-lost.ts'
import { type Failure, isInterlinguaError } from '@interlingua/core'
import type { PollSchedule, VideoFacts, VideoResult, VideoState, VideoTask, VideoUpstream } from '@interlingua/video'
import { keepVideo, VideoLost } from './download.ts'

/** Times between polls of a channel's tasks, and their deadline. */
export function pollScheduleOf({ pollSchedule }: Pick<Channel, 'pollSchedule'>, video: VideoUpstream): PollSchedule {
  if (pollSchedule === undefined) return video.pollSchedule
  const interval = pollSchedule.interval ?? video.pollSchedule.interval
  return {
    ...video.pollSchedule,
    ...pollSchedule,
    interval,
    maxInterval: pollSchedule.maxInterval ?? Math.max(interval, video.pollSchedule.maxInterval),
  }
}

type VideoPlace = TaskPlace<GatewayState> & { readonly video: VideoUpstream }

/**
 * Largest number of failed fetches, number of answers in a row that there is no such operation, and age in milliseconds from which on these are
 * believed.
 */
const mostFetches = 10
const mostMissing = 3
const minAgeMs = 60_000
/** Largest answer in bytes that may hold videos, whatever is configured, since an answer is read as one text. */
const longestText = 256 * 1024 * 1024

/** Polls one operation, or fetches its videos. Rejects with errors of the results' storage. */
export async function lookAtOperation(
  task: Task,
  payload: VideoPayload,
  operation: VideoOperation,
  place: VideoPlace,
): Promise<OperationLook> {
  if (operation.found) return keepAll(operation, operation.found, place)
  const { video, host: gateway, channel } = place
  const context = lookingContext(gateway, channel)
  const { path, ...question } = video.poll(operation.id, payload.upstreamModel, context)
  const limit = Math.min(longestText, Math.max(gateway.answerBytes, Math.ceil(gateway.videoBytes * 1.4)))
  const said = await requestTask(place, path, { ...question, limit })
  if (said.state === 'missing' && payload.operations.length > 1) return missed(task, operation)
  if (said.state !== 'answered') return { operation, silence: said }
  let polled: VideoState
  try {
    polled = video.decodePoll(said.reply, context)
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    return { operation, silence: { state: 'unreachable', problem: 'the upstream says something that is no state of a task' } }
  }
  switch (polled.state) {
    case 'unknown':
      return { operation, silence: polled }
    case 'queued':
    case 'running': {
      const { state, progress, facts } = polled
      return { operation: { ...operation, state, ...withFacts(facts, payload), ...(progress !== undefined && { progress }) } }
    }
    case 'succeeded': {
      const { facts, usage } = polled
      const made: VideoOperation = { ...operation, state: 'succeeded', ...withFacts(facts, payload), ...(usage && { usage }) }
      return takeVideos(made, polled.videos, payload, place)
    }
    default: {
      const { state, facts, failure } = polled
      return { operation: { ...operation, state, ...withFacts(facts, payload), failure: publicFailure(failure, place) } }
    }
  }
}

/** Keeps addresses that need no fetch as they are, and bytes at once; other videos are fetched at the next look, which may take longer. */
async function takeVideos(
  made: VideoOperation,
  videos: readonly VideoResult[],
  payload: VideoPayload,
  place: VideoPlace,
): Promise<OperationLook> {
  if (videos.every((video) => staysWhereItIs(video, payload)))
    return { operation: { ...made, kept: videos.flatMap((video) => (video.type === 'url' ? [{ url: addressOf(video.url) }] : [])) } }
  if (videos.every((video): video is FoundVideo => video.type !== 'inline'))
    return { operation: { ...made, found: videos.map(({ at: _, ...video }) => video as FoundVideo) }, again: true } // the field left out is optional
  return keepAll(made, videos, place)
}

async function keepAll(operation: VideoOperation, videos: readonly VideoResult[], place: VideoPlace): Promise<OperationLook> {
  const kept: KeptVideo[] = []
  try {
    // Kept one after the other, since each video may be large.
    for (const video of videos) kept.push(await keepVideo(video, place))
  } catch (error) {
    if (!(error instanceof VideoLost)) throw error
    const { host: gateway, channel } = place
    gateway.observer.event('warn', 'video', { problem: error.message, channel: channel.name })
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

/** True if clients get the upstream's address. Videos of the first family are handed out by the download endpoint, and must be kept here. */
function staysWhereItIs(video: VideoResult, { family, hidden }: VideoPayload): boolean {
  return video.type === 'url' && video.keyed !== true && family !== 'vf-1' && !hidden
}

/** Address of a video; objects of Google's storage get their address on the web. */
function addressOf(url: string): string {
  return url.replace(/^gs:\/\//i, 'https://storage.googleapis.com/')
}

function missed(task: Task, operation: VideoOperation): OperationLook {
  const missing = (operation.missing ?? 0) + 1
  const age = Date.now() - (task.submittedAt ?? task.createdAt)
  if (missing >= mostMissing && age > minAgeMs) return { operation: { ...operation, state: 'expired', failure: failures.gone } }
  return { operation: { ...operation, missing } }
}

/** Facts for the client; the address of the last frame is the upstream's too, and is hidden with the others. */
function withFacts(facts: VideoFacts | undefined, { hidden }: VideoPayload): { readonly facts?: VideoFacts } {
  if (facts === undefined) return {}
  const { lastFrameUrl: _, ...others } = facts
  return { facts: hidden ? others : facts }
}

function publicFailure(upstreamFailure: Failure, { channel }: VideoPlace): Failure {
  const failure = redactVideoFailure(redactCredentialFailure(upstreamFailure), channel)
  return failure.code === 'server' ? { ...failure, status: 502 } : failure
}

const failures = {
  'too-large': { code: 'too-large', message: 'The video was made, and is larger than this gateway hands out.', retryable: false },
  lost: { code: 'server', message: 'The video was made, but could not be fetched from the upstream.', retryable: false, status: 502 },
  gone: { code: 'not-found', message: 'The upstream has no such task any more.', retryable: false, status: 504 },
} as const satisfies Record<string, Failure>

/** A task as its owner may see it. The addresses of what is kept here are those of the way by which this request came. */
export async function viewTask(task: Task, client: ClientRequest): Promise<VideoTask> {
  const { id, state, progress, createdAt, settledAt, failure, payload } = task
  const { family, model, upstreamModel, hidden, operations, asked } = readVideoPayload(payload)
  const [first] = operations
  const { facts } = operations.find((operation) => operation.state === 'succeeded') ?? first ?? {}
  const made = state === 'succeeded' ? operations.flatMap(({ kept = [] }) => kept) : []
  const expiries = made.flatMap((video) => (video.name === undefined ? [] : [video.expiresAt]))
  const urls = await Promise.all(made.map((video) => addressOfKept(video, client)))
  return {
    id,
    family,
    model,
    upstreamModel: hidden ? model : upstreamModel,
    state,
    createdAt: seconds(createdAt),
    ...(first && !hidden && { operation: first.id }),
    ...(progress !== undefined && { progress }),
    ...(settledAt !== undefined && { settledAt: seconds(settledAt) }),
    ...(urls.length > 0 && { urls }),
    ...(failure && { failure }),
    ...(facts && { facts }),
    ...(asked && { asked }),
    ...(expiries.length > 0 && { expiresAt: seconds(Math.min(...expiries)) }),
  }
}

function addressOfKept(video: KeptVideo, client: ClientRequest): string | Promise<string> {
  return video.url ?? client.gateway.results.address(video.name, client.incoming)
}

function seconds(millis: number): number {
  return Math.floor(millis / 1000)
}

/** Milliseconds for a question, and for one that fetches videos. */
const timeouts = { question: 20_000, fetch: 300_000 } as const
const usual = 5_000

/** Videos that are made by tasks. */
export const videoTaskDriver: TaskDriver<GatewayState> = {
  timeoutMs: ({ payload }) =>
    readVideoPayload(payload).operations.some((operation) => operation.found !== undefined && !isOver(operation))
      ? timeouts.fetch
      : timeouts.question,
  interval({ polls }, channel) {
    if (channel.video === undefined) return usual
    const { initial, interval, growth, maxInterval } = pollScheduleOf(channel, channel.video)
    return polls === 0 ? initial : Math.min(maxInterval, interval * growth ** (polls - 1))
  },
  async poll(task, place) {
    const { channel } = place
    const { video } = channel
    const payload = readVideoPayload(task.payload)
    if (video?.format !== payload.format || payload.credential !== credentialOf(channel))
      return { state: 'unreachable', problem: 'the channel has changed' }
    const looks = await Promise.all(
      payload.operations.map((operation) =>
        isOver(operation) ? { operation } : lookAtOperation(task, payload, operation, { ...place, video }),
      ),
    )
    return combineOperations(task, payload, looks)
  },
  /** The record is written here: the client may be gone, and the process that took its request. Twice the same is one. */
  async settling(task, { host: gateway, channel }) {
    const { record } = readVideoPayload(task.payload)
    if (record.key !== '') await gateway.store.usage.add([settledRecord(task, gateway, channel)])
  },
}
