import { applyPolicy, type Context, type FoundUrl, isInterlinguaError } from '@interlingua/core'
import {
  type AskedVideo,
  findVideoModel,
  InvalidVideoRequestError,
  type VideoInput,
  type VideoModel,
  type VideoRequest,
  type VideoRole,
  videoTiers,
  type VideoUpstream,
} from '@interlingua/video'
import { createHash } from 'node:crypto'
import { type Channel, credentialOf, type Target, type VideoSettings } from '@interlingua/upstreams'
import { dropAbsent } from '@interlingua/adapter-kit'
import { type AdmittedRequest, contextOf } from '../server/client-request.ts'
import type { Grant } from '@interlingua/access'
import type { Reply } from '../server/reply.ts'
import { configuredModel } from '../models/list.ts'
import { AttemptFailed, fetchInputs } from '../operation/request-upstream.ts'
import type { ReceivedVideoRequest, VideoAttempt } from './video-attempt.ts'
import { readVideoPayload } from './documents.ts'
import { refuseRequest } from './failures.ts'

const kinds = {
  'first-frame': 'image',
  'last-frame': 'image',
  'reference-image': 'image',
  'reference-video': 'video',
  'reference-audio': 'audio',
  'source-video': 'video',
  'source-task': 'video',
  'draft-task': 'video',
} as const satisfies Record<VideoRole, FoundUrl['kind']>

/**
 * Fetches each input whose address the upstream does not take; undefined if the client has left meanwhile. Rejects with `AttemptFailed` where a fetch
 * fails, since another channel may take the address.
 */
async function fetchVideoInputs(
  admitted: AdmittedRequest,
  reply: Reply,
  request: VideoRequest,
  video: VideoUpstream,
  context: Context,
): Promise<VideoRequest | undefined> {
  const { inputs = [] } = request
  const found = inputs.flatMap((input) => foundIn(input, video, context))
  const [first, ...more] = found
  if (first === undefined) return request
  const files = await fetchInputs(admitted, reply, [first, ...more])
  if (files === undefined) return undefined
  return {
    ...request,
    inputs: inputs.map((input) => {
      const [wanted] = foundIn(input, video, context)
      const file = wanted && files.get(wanted.url)
      return file ? { ...input, source: { type: 'inline' as const, mime: file.mime, base64: file.base64 } } : input
    }),
  }
}

/** Input to fetch: an address on the web that the upstream does not take. Other addresses are left to lowering. */
function foundIn(input: VideoInput, video: VideoUpstream, context: Context): readonly FoundUrl[] {
  const { source, role, at = '' } = input
  if (source?.type !== 'url' || !/^https?:/i.test(source.url) || video.acceptsUrl(input, context)) return []
  return [{ url: source.url, kind: kinds[role], at }]
}

/**
 * Prepares a request for a target, before any cost; undefined if the client has left meanwhile. Rejects with `AttemptFailed`, since another model or
 * channel may take the request.
 */
export async function prepareVideo(received: ReceivedVideoRequest, target: Target): Promise<VideoAttempt | undefined> {
  const { attempt, body, style } = received
  const { channel } = target
  const { video } = channel
  if (video === undefined) throw new TypeError('the channel makes no videos')
  const model = videoModelOf(target, video)
  // A text channel's dialect is its text format's. Another gateway is called in the model's family.
  const context = contextOf(attempt.admitted, { ...(channel.generates ? {} : channel.dialect), family: model.family })
  try {
    const said = style.decode(body, model, context)
    const request: VideoRequest = { ...said, model: target.model, ...userOf(attempt.admitted.grant, said, video) }
    const placed = await placeTasks(attempt.admitted, request, channel)
    const fetched = await fetchVideoInputs(attempt.admitted, attempt.reply, placed, video, context)
    if (fetched === undefined) return undefined
    const operations = video.lowerRequest(fetched, context)
    if (operations.length === 0) throw new TypeError('a request that takes no operation')
    const refusal = applyPolicy(attempt.admitted.notices, attempt.admitted.policy)
    if (refusal) throw new AttemptFailed({ failureReply: { failure: refusal }, decision: 'next-channel' })
    // The results store is checked before any video is paid for.
    if (model.family !== 'vf-3' || channel.hostResults) await attempt.admitted.client.gateway.results.ready()
    const { prompt, expiresAfter } = said
    const asked = askedFor(said)
    return { ...received, target, video, model, context, operations, prompt, asked, ...(expiresAfter !== undefined && { expiresAfter }) }
  } catch (error) {
    throw isInterlinguaError(error) ? refused(error) : error
  }
}

function askedFor({ duration, size, resolution, aspectRatio, inputs = [] }: VideoRequest): AskedVideo {
  const remixOf = inputs.find(({ role }) => role === 'source-task')?.task
  return dropAbsent({ duration, size, resolution, aspectRatio, remixOf })
}

function refused(error: Parameters<typeof wordOf>[0]): AttemptFailed {
  return new AttemptFailed({ failureReply: refuseRequest(error.message, error.path, wordOf(error)), decision: 'next-channel' })
}

/** Error code of a refusal; an upstream's dialect refuses only unsupported values. */
function wordOf(error: Error & { readonly path: InvalidVideoRequestError['path'] }): string {
  return error instanceof InvalidVideoRequestError ? error.reason : 'unsupported_value'
}

/** Mark of the end user for upstreams that want one: a hash of the key and of the caller's own user, from which neither can be read. */
function userOf(grant: Grant, { user = '' }: VideoRequest, { marksUsers }: VideoUpstream): { readonly user?: string } {
  if (!marksUsers) return {}
  return {
    user: createHash('sha256')
      .update(`end user\n${grant.key?.id ?? ''}\n${user}`)
      .digest('hex')
      .slice(0, 32),
  }
}

/** Replaces the caller's own tasks by the upstream's ids, which only the same channel and credential can use. Rejects with `AttemptFailed`. */
async function placeTasks(admitted: AdmittedRequest, request: VideoRequest, channel: Channel): Promise<VideoRequest> {
  const { inputs } = request
  if (inputs?.some(({ task }) => task !== undefined) !== true) return request
  return { ...request, inputs: await Promise.all(inputs.map((input) => placeTask(admitted, input, channel))) }
}

async function placeTask(
  { client: { gateway }, grant: { key } }: AdmittedRequest,
  input: VideoInput,
  channel: Channel,
): Promise<VideoInput> {
  const { task: id, role, at = '' } = input
  if (id === undefined) return input
  const refuse = (message: string): AttemptFailed =>
    new AttemptFailed({ failureReply: refuseRequest(message, at, 'invalid_value'), decision: 'next-channel' })
  const task = await gateway.tasks.find(id, key?.id ?? '')
  if (task?.kind !== 'video') {
    // A draft may have been made elsewhere, so its upstream decides.
    if (role === 'draft-task') return input
    throw refuse('there is no such task')
  }
  const { credential, operations } = readVideoPayload(task.payload)
  if (task.channel !== channel.name || credential !== credentialOf(channel))
    throw refuse('this task was made by another upstream, which alone can go on from it')
  const [operation] = operations
  if (operation === undefined || task.state !== 'succeeded') throw refuse('this task has not made a video')
  return { ...input, task: operation.id }
}

/** Describes the model of a target: by the configuration of the model, else of the channel, else by its id. */
function videoModelOf({ channel, model, listed }: Pick<Target, 'channel' | 'model' | 'listed'>, video: VideoUpstream): VideoModel {
  return describeModel(video, model, configuredModel(channel.models, listed) ?? {}, channel)
}

function describeModel(upstream: VideoUpstream, id: string, own: VideoSettings, { videoSettings: video }: Channel): VideoModel {
  const base = baseOf(upstream, id, own) ?? baseOf(upstream, id, video) ?? guessModel(upstream, id)
  const durations = own.durations ?? video.durations
  const resolutions = own.resolutions ?? video.resolutions
  const maxVideos = own.maxVideos ?? video.maxVideos
  return {
    ...base,
    ...(durations && { durations }),
    ...(resolutions && { resolutions }),
    ...(maxVideos !== undefined && { maxVideos }),
  }
}

function baseOf(video: VideoUpstream, id: string, { tier, family }: VideoSettings): VideoModel | undefined {
  if (tier !== undefined) return videoTiers[tier]
  return family === undefined ? undefined : findVideoModel(id, family)
}

function guessModel({ families }: VideoUpstream, id: string): VideoModel {
  const known = findVideoModel(id)
  if (known && families.includes(known.family)) return known
  const [family = 'vf-3'] = families
  return findVideoModel(id, family) ?? videoTiers['2.0']
}
