import { applyPolicy, isInterlinguaError } from '@interlingua/core'
import { WishError, type AskedVideo, type VideoRequest, type VideoUpstream } from '@interlingua/video'
import { createHash } from 'node:crypto'
import type { Target } from '../channels/create-resolver.ts'
import { dropAbsent } from '../channels/drop-absent.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { AttemptFailed } from '../operations/attempt-failed.ts'
import { bringInputs } from './bring-inputs.ts'
import { placeTasks } from './place-tasks.ts'
import type { VideoAttempt, VideoWish } from './video-attempt.ts'
import { refuseWish } from './video-errors.ts'
import { videoModelOf } from './video-model-of.ts'

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
