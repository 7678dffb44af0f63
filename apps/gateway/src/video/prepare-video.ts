import { applyPolicy, isInterlinguaError, type Context, type FoundUrl } from '@interlingua/core'
import {
  WishError,
  findVideoModel,
  tiers,
  type AskedVideo,
  type VideoInput,
  type VideoModel,
  type VideoRequest,
  type VideoRole,
  type VideoUpstream,
} from '@interlingua/video'
import { createHash } from 'node:crypto'
import { credentialOf } from '../caches/find-cache.ts'
import type { Channel, VideoSettings } from '../channels/channel.ts'
import type { Target } from '../channels/create-resolver.ts'
import { dropAbsent } from '../channels/drop-absent.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { configuredModel } from '../models/configured-model.ts'
import { AttemptFailed } from '../operations/attempt-failed.ts'
import { bringFiles } from '../operations/bring-files.ts'
import type { VideoAttempt, VideoWish } from './video-attempt.ts'
import { readVideoPayload } from './video-documents.ts'
import { refuseWish } from './video-errors.ts'

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
 * The wish with the bytes of each input whose address the upstream cannot be told; `undefined` where the client has left meanwhile. Rejects
 * with `AttemptFailed` where one cannot be had: another channel may be able to be told.
 */
async function bringInputs(
  exchange: Exchange,
  request: VideoRequest,
  films: VideoUpstream,
  context: Context,
): Promise<VideoRequest | undefined> {
  const { inputs = [] } = request
  const found = inputs.flatMap((input) => foundIn(input, films, context))
  const [first, ...more] = found
  if (first === undefined) return request
  const files = await bringFiles(exchange, [first, ...more])
  if (files === undefined) return undefined
  return {
    ...request,
    inputs: inputs.map((input) => {
      const [wanted] = foundIn(input, films, context)
      const file = wanted && files.get(wanted.url)
      return file ? { ...input, source: { type: 'inline' as const, mime: file.mime, base64: file.base64 } } : input
    }),
  }
}

/** What is no address of the web cannot be fetched: whether the upstream takes it, lowering says. */
function foundIn(input: VideoInput, films: VideoUpstream, context: Context): readonly FoundUrl[] {
  const { source, role, at = '' } = input
  if (source?.type !== 'url' || !/^https?:/i.test(source.url) || films.takesUrl(input, context)) return []
  return [{ url: source.url, kind: kinds[role], at }]
}

/**
 * What a wish takes at a target, before anything is spent; `undefined` where the client has left meanwhile. Rejects with `AttemptFailed`: what
 * one model or channel does not take another may.
 */
export async function prepareVideo(wish: VideoWish, target: Target): Promise<VideoAttempt | undefined> {
  const { exchange, body, style } = wish
  const { channel } = target
  const { films } = channel
  if (films === undefined) throw new TypeError('the channel makes no videos')
  const model = videoModelOf(target, films)
  // Channels of text are set up for their format. Another gateway is spoken to in the words of the family.
  const context = contextOf(exchange, { ...(channel.generates ? {} : channel.dialect), family: model.family })
  try {
    const said = style.decode(body, model, context)
    const request: VideoRequest = { ...said, model: target.model, ...userOf(exchange, said, films) }
    const placed = await placeTasks(exchange, request, channel)
    const brought = await bringInputs(exchange, placed, films, context)
    if (brought === undefined) return undefined
    const operations = films.lowerRequest(brought, context)
    if (operations.length === 0) throw new TypeError('a wish that takes no operation')
    const refusal = applyPolicy(exchange.notices, exchange.policy)
    if (refusal) throw new AttemptFailed({ fault: { failure: refusal }, decision: 'next-channel' })
    // Better asked before anything is paid for.
    if (model.family !== 'vf-3' || channel.rehost) await exchange.gateway.results.ready()
    const { prompt, expiresAfter } = said
    const asked = askedFor(said)
    return { ...wish, target, films, model, context, operations, prompt, asked, ...(expiresAfter !== undefined && { expiresAfter }) }
  } catch (error) {
    throw isInterlinguaError(error) ? refused(error) : error
  }
}

function askedFor({ duration, size, resolution, aspectRatio, inputs = [] }: VideoRequest): AskedVideo {
  const remixOf = inputs.find(({ role }) => role === 'source-task')?.task
  return dropAbsent({ duration, size, resolution, aspectRatio, remixOf })
}

function refused(error: Parameters<typeof wordOf>[0]): AttemptFailed {
  return new AttemptFailed({ fault: refuseWish(error.message, error.path, wordOf(error)), decision: 'next-channel' })
}

/** What a dialect refuses is something that its upstream does not do. */
function wordOf(error: Error & { readonly path: WishError['path'] }): string {
  return error instanceof WishError ? error.reason : 'unsupported_value'
}

/** The upstream that wants to tell end users apart is told a mark of the key and of whom its caller names: neither of them. */
function userOf(exchange: Exchange, { user = '' }: VideoRequest, { marksUsers }: VideoUpstream): { readonly user?: string } {
  if (!marksUsers) return {}
  return {
    user: createHash('sha256')
      .update(`end user\n${exchange.key?.id ?? ''}\n${user}`)
      .digest('hex')
      .slice(0, 32),
  }
}

/**
 * The wish with the upstream's ids in place of the caller's own tasks. Those live with the channel and the credential that made them. Rejects
 * with `AttemptFailed`.
 */
async function placeTasks(exchange: Exchange, request: VideoRequest, channel: Channel): Promise<VideoRequest> {
  const { inputs } = request
  if (inputs?.some(({ task }) => task !== undefined) !== true) return request
  return { ...request, inputs: await Promise.all(inputs.map((input) => placeTask(exchange, input, channel))) }
}

async function placeTask({ gateway, key }: Exchange, input: VideoInput, channel: Channel): Promise<VideoInput> {
  const { task: id, role, at = '' } = input
  if (id === undefined) return input
  const refuse = (message: string): AttemptFailed =>
    new AttemptFailed({ fault: refuseWish(message, at, 'invalid_value'), decision: 'next-channel' })
  const task = await gateway.tasks.find(id, key?.id ?? '')
  if (task?.kind !== 'video') {
    // Drafts may have been made elsewhere: their upstream knows.
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

/** What is known of the model of a target: what the configuration says of the model, then of the channel, then what its id does. */
function videoModelOf({ channel, model, listed }: Pick<Target, 'channel' | 'model' | 'listed'>, films: VideoUpstream): VideoModel {
  return describeModel(films, model, configuredModel(channel.models, listed) ?? {}, channel)
}

function describeModel(films: VideoUpstream, id: string, own: VideoSettings, { video }: Channel): VideoModel {
  const base = baseOf(films, id, own) ?? baseOf(films, id, video) ?? guessModel(films, id)
  const durations = own.durations ?? video.durations
  const resolutions = own.resolutions ?? video.resolutions
  const mostVideos = own.mostVideos ?? video.mostVideos
  return {
    ...base,
    ...(durations && { durations }),
    ...(resolutions && { resolutions }),
    ...(mostVideos !== undefined && { mostVideos }),
  }
}

function baseOf(films: VideoUpstream, id: string, { tier, family }: VideoSettings): VideoModel | undefined {
  if (tier !== undefined) return tiers[tier]
  return family === undefined ? undefined : findVideoModel(id, family)
}

function guessModel({ families }: VideoUpstream, id: string): VideoModel {
  const known = findVideoModel(id)
  if (known && families.includes(known.family)) return known
  const [family = 'vf-3'] = families
  return findVideoModel(id, family) ?? tiers['2.0']
}
