import { applyPolicy, WireError } from '@interlingua/core'
import type { ImageRequest, ImageUpstream } from '@interlingua/images'
import type { Target } from '../channels/create-resolver.ts'
import { contextOf } from '../exchange.ts'
import { configuredModel } from '../models/configured-model.ts'
import { AttemptFailed } from '../operations/attempt-failed.ts'
import { bringImages } from './bring-images.ts'
import type { ImageAttempt, ImageWish } from './image-attempt.ts'

/** Ids of models that give bytes alone, by whoever they are served. */
const gptImages = /^(?:chatgpt|gpt)-image/i

/**
 * What a wish takes at a target, before anything is sent; `undefined` where the client has left meanwhile. Rejects with `AttemptFailed`, and
 * with what the adapter throws.
 */
export async function prepareAttempt(wish: ImageWish, target: Target): Promise<ImageAttempt | undefined> {
  const { exchange, request } = wish
  const { channel, model } = target
  const { paints } = channel
  if (paints === undefined) throw new TypeError('the channel makes no images')
  // Channels of text are set up for their format; the vendor's images are then what the vendor documents.
  const upstream = contextOf(exchange, channel.generates ? {} : channel.dialect)
  checkDelivery(wish, target)
  const delivery = deliveryOf(wish, paints)
  const wanted: ImageRequest = {
    ...request,
    model,
    // An upstream that can be told is told what would be chosen for the client anyway.
    ...(delivery !== undefined && paints.ownDelivery !== true && { delivery }),
  }
  // Better asked before anything is paid for.
  if (delivery === 'url' && paints.givesUrls !== true) await exchange.gateway.results.ready()
  const brought = await bringImages(exchange, wanted, paints, upstream)
  if (brought === undefined) return undefined
  const calls = paints.lowerRequest(brought, upstream)
  if (calls.length === 0) throw new TypeError('a wish that takes no call')
  const refusal = applyPolicy(exchange.notices, exchange.policy)
  if (refusal) throw new AttemptFailed({ fault: { failure: refusal }, decision: 'next-channel' })
  return { ...wish, target, paints, upstream, calls, ...(delivery !== undefined && { delivery }) }
}

/** There are models that take no such wish, as the interface has it: whoever has one shall hear of it. */
function checkDelivery({ request, server }: ImageWish, { channel, listed }: Target): void {
  const path = request.fields?.['delivery']
  if (request.delivery === undefined || path === undefined || configuredModel(channel.models, listed)?.rejectsResponseFormat !== true)
    return
  throw new WireError(server.format, path, 'the model does not take it: leave it out')
}

/**
 * What the client asked for; else what its dialect has alone: bytes in native answers, and in events. Else OpenAI's models send what they send,
 * and all others addresses, unless the client can only be one that waits for bytes: models of the GPT kind and edits give nothing else at
 * OpenAI, and the `ai` package reads nothing else there.
 */
function deliveryOf({ exchange, request, server }: ImageWish, { ownDelivery }: ImageUpstream): 'url' | 'base64' | undefined {
  const { delivery, model, stream } = request
  if (server.bytesOnly) return 'base64'
  if (delivery !== undefined) return delivery
  if (stream === true) return 'base64'
  if (ownDelivery) return undefined
  return exchange.endpoint?.path.endsWith('/edits') === true || gptImages.test(model) ? 'base64' : 'url'
}
