import { WireError, applyPolicy, type Context, type WireMessage } from '@interlingua/core'
import { findImageUrls, placeImages, type ImageRequest, type ImageServer, type ImageUpstream } from '@interlingua/images'
import { answerFailure } from '../answers/answer-failure.ts'
import { writeDocument } from '../answers/write-document.ts'
import type { Ability } from '../channels/ability.ts'
import type { Target } from '../channels/create-resolver.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { expectImages } from '../limits/expect-images.ts'
import { configuredModel } from '../models/configured-model.ts'
import { admitOperation } from '../operations/admit-operation.ts'
import { AttemptFailed } from '../operations/attempt-failed.ts'
import { bringFiles } from '../operations/bring-files.ts'
import { serveOperation } from '../operations/serve-operation.ts'
import { invalidRequest } from '../requests/invalid-request.ts'
import { failureOfNone } from './failure-of-none.ts'
import type { ImageAttempt, ImageWish } from './image-attempt.ts'
import { makeImages } from './make-images.ts'
import { noneMade } from './none-made.ts'
import { notice } from './notices.ts'
import { streamImages } from './stream-images.ts'
import { tellImages } from './tell-images.ts'

/** Ids of models that give bytes alone, by whoever they are served. */
const gptImages = /^(?:chatgpt|gpt)-image/i

/**
 * What a wish takes at a target, before anything is sent; `undefined` where the client has left meanwhile. Rejects with `AttemptFailed`, and
 * with what the adapter throws.
 */
async function prepareAttempt(wish: ImageWish, target: Target): Promise<ImageAttempt | undefined> {
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

/**
 * The wish with the bytes of each image whose address the upstream cannot be told; `undefined` where the client has left meanwhile. Rejects
 * with `AttemptFailed` where one cannot be had: another channel may be able to be told.
 */
async function bringImages(
  exchange: Exchange,
  request: ImageRequest,
  paints: ImageUpstream,
  context: Context,
): Promise<ImageRequest | undefined> {
  const found = findImageUrls(request, paints, context).map(({ url, at }) => ({ url, at, kind: 'image' }) as const)
  const [first, ...more] = found
  if (first === undefined) return request
  const files = await bringFiles(exchange, [first, ...more])
  return files && placeImages(request, files)
}

/** A wish for images, from its checked body to the answer. Throws what is wrong with the body. */
export function serveImages(exchange: Exchange, server: ImageServer, ability: Ability, message: WireMessage<unknown>): void {
  const client = contextOf(exchange)
  const request = server.decodeRequest(server.parseRequest(message, client), client)
  const { model, stream = false } = request
  if (model === '') return answerFailure(exchange, invalidRequest('Field required', '/model'))
  const targets = admitOperation(exchange, { model, stream, ability, format: server.format })
  if (targets === undefined) return
  serveOperation(
    exchange,
    targets,
    () => expectImages(request, exchange.gateway.capacity.reservation),
    async (target) => {
      const attempt = await prepareAttempt({ exchange, server, client, request }, target)
      if (attempt !== undefined) await answerImages(attempt)
    },
  )
}

/** Makes the images and answers with them: as a document, or as a stream, whether the upstream streams or not. */
async function answerImages(attempt: ImageAttempt): Promise<void> {
  const { exchange, request, server, client, calls, paints, target } = attempt
  if (request.stream === true) {
    const [call] = calls
    if (calls.length === 1 && call?.stream === true && paints.createStreamParser !== undefined) return streamImages(attempt, call)
    if (calls.some(({ stream }) => stream === true)) exchange.onNotice(notice('images-apart', '/stream'))
    return tellImages(attempt)
  }
  const response = await makeImages(attempt)
  if (exchange.over) return
  const failure = failureOfNone(target.channel, response.items)
  const told = failure?.code === 'policy' && server.tellsWithheld === true
  if (failure !== undefined && !told) {
    return answerFailure(exchange, noneMade(exchange, target.channel, failure))
  }
  const { headers, body } = server.encodeResponse(response, client, { request })
  writeDocument(exchange, { headers, body: JSON.stringify(body) })
}
