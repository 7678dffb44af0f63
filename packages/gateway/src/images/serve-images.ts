import { writeDocument } from '../reply/write-reply.ts'
import { type AdmittedRequest, type ClientRequest, contextOf } from '../server/client-request.ts'
import { serveEmbedPredict } from '../embeddings/serve-embed.ts'
import { isEmbedPredict } from '../embeddings/styles.ts'
import type { Endpoint, Reply } from '../server/reply.ts'
import { expectImages } from '../operation/expect.ts'
import { configuredModel } from '../models/list.ts'
import { AttemptFailed, fetchInputs } from '../operation/request-upstream.ts'
import { admitOperation, serveOperation } from '../operation/serve-operation.ts'
import { parseBody, type ParsedBody } from '../body/parse-body.ts'
import { admitStream } from '../reply/admit-stream.ts'
import { withBody, withBytes } from '../reply/read-body.ts'
import { readMessage } from '../translation/read-message.ts'
import { failureOfNone, noneMade } from './failures.ts'
import { readForm } from './form.ts'
import { type ImageAttempt, notice, type ReceivedImageRequest } from './image-attempt.ts'
import { makeImages, streamWholeImages } from './make-images.ts'
import { streamImages } from './stream-images.ts'
import { applyPolicy, type Context, WireError, type WireMessage } from '@interlingua/core'
import { type FailureReply, type Formats, invalidRequest, proceed, type ServeResult } from '@interlingua/gateway-kernel'
import {
  findImageUrls,
  imagenPredict,
  type ImageRequest,
  type ImageServer,
  type ImageUpstream,
  openaiImages,
  placeImages,
} from '@interlingua/images'
import type { Capability, Target } from '@interlingua/upstreams'

/** Ids of models that give base64 only, at whatever server. */
const gptImages = /^(?:chatgpt|gpt)-image/i

/** Prepares the calls at a target; undefined if the client has left meanwhile. Rejects with `AttemptFailed`, and with errors of the adapter. */
async function prepareAttempt(received: ReceivedImageRequest, target: Target): Promise<ImageAttempt | undefined> {
  const { attempt, request } = received
  const { channel, model } = target
  const { images } = channel
  if (images === undefined) throw new TypeError('the channel makes no images')
  // A text channel's dialect is its text format's; its images then follow the vendor's documentation.
  const upstream = contextOf(attempt.admitted, channel.generates ? {} : channel.dialect)
  checkDelivery(received, target)
  const delivery = deliveryOf(received, images)
  const wanted: ImageRequest = {
    ...request,
    model,
    // An upstream with the choice gets the form that the client is to get anyway.
    ...(delivery !== undefined && images.ownDelivery !== true && { delivery }),
  }
  // The results store is checked before any image is paid for.
  if (delivery === 'url' && images.givesUrls !== true) await attempt.admitted.client.gateway.results.ready()
  const fetched = await fetchImages(attempt.admitted, attempt.reply, wanted, images, upstream)
  if (fetched === undefined) return undefined
  const calls = images.lowerRequest(fetched, upstream)
  if (calls.length === 0) throw new TypeError('a request that takes no call')
  const refusal = applyPolicy(attempt.admitted.notices, attempt.admitted.policy)
  if (refusal) throw new AttemptFailed({ failureReply: { failure: refusal }, decision: 'next-channel' })
  return { ...received, target, images, upstream, calls, ...(delivery !== undefined && { delivery }) }
}

/** Refuses `response_format` for a model whose configuration says that it takes none. */
function checkDelivery({ request, server }: ReceivedImageRequest, { channel, listed }: Target): void {
  const path = request.fields?.['delivery']
  if (request.delivery === undefined || path === undefined || configuredModel(channel.models, listed)?.supports?.responseFormat !== false)
    return
  throw new WireError(server.format, path, 'the model does not take it: leave it out')
}

/**
 * Form of the images: the client's choice, else base64 for native answers and for streams. Else OpenAI's own form at its upstreams, base64 for models
 * of the GPT kind and for edits, as at OpenAI, and addresses for all other models.
 */
function deliveryOf({ attempt, request, server }: ReceivedImageRequest, { ownDelivery }: ImageUpstream): 'url' | 'base64' | undefined {
  const { delivery, model, stream } = request
  if (server.bytesOnly) return 'base64'
  if (delivery !== undefined) return delivery
  if (stream === true) return 'base64'
  if (ownDelivery) return undefined
  return attempt.admitted.client.endpoint?.path.endsWith('/edits') === true || gptImages.test(model) ? 'base64' : 'url'
}

/**
 * Fetches each input image whose address the upstream does not take; undefined if the client has left meanwhile. Rejects with `AttemptFailed` where a
 * fetch fails, since another channel may take the address.
 */
async function fetchImages(
  admitted: AdmittedRequest,
  reply: Reply,
  request: ImageRequest,
  images: ImageUpstream,
  context: Context,
): Promise<ImageRequest | undefined> {
  const found = findImageUrls(request, images, context).map(({ url, at }) => ({ url, at, kind: 'image' }) as const)
  const [first, ...more] = found
  if (first === undefined) return request
  const files = await fetchInputs(admitted, reply, [first, ...more])
  return files && placeImages(request, files)
}

/** Serves a request for images, from its checked body to the answer. Throws for an invalid body. */
function serveImages(
  admitted: AdmittedRequest,
  reply: Reply,
  server: ImageServer,
  capability: Capability,
  message: WireMessage<unknown>,
): ServeResult {
  const client = contextOf(admitted)
  const request = server.decodeRequest(server.parseRequest(message, client), client)
  const { model, stream = false } = request
  if (model === '') return invalidRequest('Field required', '/model')
  admitted.model = model
  admitted.stream = stream
  return proceed(reply, admitStream(admitted, reply), () => {
    const targets = admitOperation(admitted, { model, capability, format: server.format })
    if ('failure' in targets) return targets
    return serveOperation(
      admitted,
      reply,
      targets,
      () => expectImages(request, admitted.client.gateway.capacity.reservation),
      async (attempt) => {
        const work = await prepareAttempt({ attempt, server, client, request }, attempt.target)
        if (work !== undefined) return answerImages(work)
      },
    )
  })
}

/** Makes the images and answers with a document or a stream, whether the upstream streams or not. */
async function answerImages(work: ImageAttempt): Promise<FailureReply | void> {
  const { attempt, request, server, client, calls, images, target } = work
  if (request.stream === true) {
    const [call] = calls
    if (calls.length === 1 && call?.stream === true && images.createStreamParser !== undefined) return streamImages(work, call)
    if (calls.some(({ stream }) => stream === true)) attempt.admitted.onNotice(notice('images-apart', '/stream'))
    return streamWholeImages(work)
  }
  const response = await makeImages(work)
  if (attempt.reply.ended) return
  const failure = failureOfNone(target.channel, response.items)
  const reported = failure?.code === 'policy' && server.reportsWithheld === true
  if (failure !== undefined && !reported) {
    return noneMade(attempt, target.channel, failure)
  }
  const { headers, body } = server.encodeResponse(response, client, { request })
  writeDocument(attempt.reply, { headers, body: JSON.stringify(body) })
}

const formType = 'multipart/form-data'

/** Message of a request for images, from a body of JSON or from a form, by its content type. */
async function readImageMessage(client: ClientRequest, bytes: Buffer): Promise<WireMessage<unknown> | FailureReply> {
  const { headers } = client.incoming
  const isForm = headers['content-type']?.trimStart().toLowerCase().startsWith(formType) === true
  const read = isForm ? await readForm(headers, bytes) : parseBody(bytes, client.gateway.bodyLimits)
  if ('failure' in read) return read
  const message = readMessage(client, read.body)
  return isForm ? { ...message, headers: { ...message.headers, 'content-type': formType } } : message
}

/** Endpoints of images, for OpenAI's clients and for Imagen's. */
export function imageEndpoints(formats: Formats): readonly Endpoint[] {
  const image = { method: 'POST', access: 'key', operation: 'image', metered: true } as const
  const openai = { ...image, edge: formats.ofVendor('openai'), dialect: openaiImages.format, serve }
  return [
    { ...openai, path: '/v1/images/generations' },
    { ...openai, path: '/v1/images/edits' },
    {
      ...image,
      path: '/v1beta/models/{model}:predict',
      also: ['/v1/models/{model}:predict'],
      edge: formats.ofVendor('google'),
      dialect: imagenPredict.format,
      serve: withBody(servePredict),
    },
  ]
}

function serve(admitted: AdmittedRequest, reply: Reply): void {
  withBytes(reply, admitted.client.gateway.imageBytes, async (bytes) => {
    const message = await readImageMessage(admitted.client, bytes)
    if (reply.ended) return
    return 'failure' in message ? message : serveImages(admitted, reply, openaiImages, 'image', message)
  })
}

/** Serves `models/{model}:predict`: images, by any upstream that makes some, or embeddings if the instances are texts. */
function servePredict(admitted: AdmittedRequest, reply: Reply, parsed: ParsedBody): ServeResult {
  if (isEmbedPredict(parsed.body)) return serveEmbedPredict(admitted, reply, parsed)
  return serveImages(admitted, reply, imagenPredict, 'predict', readMessage(admitted.client, parsed.body))
}
