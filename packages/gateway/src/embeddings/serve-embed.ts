import { forwardedHeaders } from '../reply/reply-headers.ts'
import { piecesOfJson, writeDocument, writePieces } from '../reply/write-reply.ts'
import { type AdmittedRequest, contextOf } from '../server/client-request.ts'
import type { Attempt, Endpoint, Reply } from '../server/reply.ts'
import { expectInput } from '../operation/expect.ts'
import { AttemptFailed } from '../operation/request-upstream.ts'
import { admitOperation, serveOperation } from '../operation/serve-operation.ts'
import type { ParsedBody } from '../body/parse-body.ts'
import { type ServeBody, withBody } from '../reply/read-body.ts'
import { readMessage } from '../translation/read-message.ts'
import { settleAttempt } from '../calls/attempt.ts'
import { requestEmbeddings, createEmbedProgress, type EmbedAnswer, type EmbedAttempt, malformedAnswer } from './request-embeddings.ts'
import { type EmbedStyle, readPathModel } from './styles.ts'
import { readModelHead } from '@interlingua/adapter-kit'
import { type Context, isInterlinguaError } from '@interlingua/core'
import { declareNotices, sameJson } from '@interlingua/core/adapter'
import { type EmbedResponse, geminiEmbeddings, joinResponses, openaiEmbeddings, vertexPredict } from '@interlingua/embeddings'
import type { EndpointFacts, Formats, ServeResult } from '@interlingua/gateway-kernel'
import { recordFailure } from '@interlingua/upstreams'

export const notice = declareNotices('gateway', [], {
  'answers-joined': {
    kind: 'dropped',
    message: 'the answer is made of several: what each of them said beside its vectors and their cost is not in it',
    benign: true,
  },
  'usage-estimated': {
    kind: 'synthesized',
    message: 'the upstream does not say how many tokens it read: an estimate stands in their place',
    benign: true,
  },
})

/** Number of vector values from which on an answer is written in pieces. */
const manyNumbers = 200_000

type Encoded = ReturnType<EmbedStyle['adapter']['encodeResponse']>

/** Answers with an upstream's vectors, in the client's dialect. */
async function answerEmbed(work: EmbedAttempt & { readonly client: Context }, answer: EmbedAnswer): Promise<void> {
  const { attempt, target } = work
  const { responses } = answer
  const { usage, ...joined } = joinResponses(responses)
  if (responses.length > 1 && responses.some(saysMore)) attempt.admitted.onNotice(notice('answers-joined', ''))
  const total = usage?.input.total
  const reported = total !== undefined && usage
  const response = reported ? { ...joined, usage } : await withEstimate(work, joined)
  if (attempt.reply.ended) return
  const encoded = encode(work, response)
  if (reported) attempt.usage = { ...usage, output: { total: 0 } }
  work.progress.settle(target)
  settleAttempt(attempt)
  write(attempt, answer, response, encoded)
}

/** True if an answer has keys that only clients of its own dialect know. */
function saysMore({ extensions, usage }: EmbedResponse): boolean {
  for (const byFormat of [extensions, usage?.extensions])
    for (const format in byFormat) if (Object.keys(byFormat[format]?.rest ?? {}).length > 0) return true
  return false
}

function encode({ style, target, request, client }: EmbedAttempt & { readonly client: Context }, response: EmbedResponse): Encoded {
  try {
    return style.adapter.encodeResponse(response, client, { request })
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    const failureReply = malformedAnswer(error)
    recordFailure(target.channel, failureReply.failure)
    throw new AttemptFailed({ failureReply, decision: 'next-channel' })
  }
}

/** Adds the usage that the upstream did not tell, for clients whose dialect always has it. */
async function withEstimate({ attempt, style, progress }: EmbedAttempt, response: EmbedResponse): Promise<EmbedResponse> {
  if (!style.reportsUsage(attempt.admitted.client)) return response
  const tokens = await progress.estimate()
  attempt.admitted.onNotice(notice('usage-estimated', '/usage'))
  return { ...response, usage: { input: { total: tokens, fresh: tokens }, output: {} } }
}

/** Writes the upstream's own bytes where the document is the same, so that numbers keep their spelling. */
function write(attempt: Attempt, { own }: EmbedAnswer, { embeddings }: EmbedResponse, { headers, body }: Encoded): void {
  if (own && sameJson(body, own.body))
    return writeDocument(attempt.reply, { headers: forwardedHeaders(attempt, own.reply.headers), body: own.reply.bytes })
  const numbers = embeddings.reduce((sum, { vector }) => sum + (vector.type === 'floats' ? vector.values.length : 0), 0)
  if (numbers < manyNumbers) writeDocument(attempt.reply, { headers, body: JSON.stringify(body) })
  else writePieces(attempt.reply, headers, piecesOfJson(body))
}

/** Serves embeddings for clients of one dialect, by upstreams of any. */
function serveEmbed(style: EmbedStyle): ServeBody {
  const { adapter } = style
  return (admitted, reply, { body, bytes }) => {
    const asked = style.readModel(admitted.client, body)
    if ('failure' in asked) return asked
    const targets = admitOperation(admitted, { ...asked, capability: 'embed', format: adapter.format })
    if ('failure' in targets) return targets
    const client = contextOf(admitted, style.settings(admitted.client))
    const message = readMessage(admitted.client, body)
    // Decoded once for all targets; an invalid request throws here.
    const request = adapter.decodeRequest(adapter.parseRequest(message, client), client)
    const progress = createEmbedProgress(admitted, request)
    return serveOperation(
      admitted,
      reply,
      targets,
      () => ({ input: expectInput(body, bytes.length), output: 0 }),
      async (attempt) => {
        const { headers } = message
        const { target } = attempt
        const answer = await requestEmbeddings({ attempt, style, target, request, headers, progress })
        await answerEmbed({ attempt, style, target, request, client, progress }, answer)
      },
    )
  }
}

/** Style of `models/{model}:predict` with texts. https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api */
const predictStyle: EmbedStyle = {
  adapter: vertexPredict,
  readModel: readPathModel,
  settings: () => ({}),
  reportsUsage: () => false,
}

const serve = serveEmbed(predictStyle)
/** Endpoints with the operation `embed`, one for each `:predict` endpoint, since metrics are counted by endpoint object. */
const others = new WeakMap<EndpointFacts, EndpointFacts>()

/** Serves `:predict` with texts; only the body tells that embeddings are asked for. */
export function serveEmbedPredict(admitted: AdmittedRequest, reply: Reply, parsed: ParsedBody): ServeResult {
  const { endpoint } = admitted.client
  if (endpoint) admitted.client.endpoint = otherOf(endpoint)
  return serve(admitted, reply, parsed)
}

function otherOf(endpoint: EndpointFacts): EndpointFacts {
  let other = others.get(endpoint)
  if (other === undefined) others.set(endpoint, (other = { ...endpoint, operation: 'embed', dialect: predictStyle.adapter.format }))
  return other
}

/** Style of `POST /v1/embeddings`. https://platform.openai.com/docs/api-reference/embeddings */
const openaiStyle: EmbedStyle = {
  adapter: openaiEmbeddings,
  readModel: (_client, { model }) => {
    const head = readModelHead(model === undefined ? {} : { model })
    return 'code' in head ? { failure: head } : head
  },
  settings: () => ({}),
  reportsUsage: () => true,
}

/** Style of `models/{model}:embedContent` and `:batchEmbedContents`. https://ai.google.dev/api/embeddings */
const geminiStyle: EmbedStyle = {
  adapter: geminiEmbeddings,
  readModel: readPathModel,
  // A model in the body is refused under /v1, except from Google's own SDK, which always sends one; it must then be that of the path.
  settings: ({ params, incoming }) =>
    params.version === '/v1' && incoming.headers['x-goog-api-client'] === undefined ? { modelInBody: 'refused' } : {},
  reportsUsage: ({ params }) => params.path?.endsWith(':embedContent') === true,
}

/** Endpoints of embeddings, for OpenAI's clients and for Google's. */
export function embedEndpoints(formats: Formats): readonly Endpoint[] {
  const embed = { method: 'POST', access: 'key', operation: 'embed', metered: true } as const
  const native = {
    ...embed,
    edge: formats.ofVendor('google'),
    dialect: geminiStyle.adapter.format,
    serve: withBody(serveEmbed(geminiStyle), true),
  }
  return [
    {
      ...embed,
      path: '/v1/embeddings',
      edge: formats.ofVendor('openai'),
      dialect: openaiStyle.adapter.format,
      serve: withBody(serveEmbed(openaiStyle), true),
    },
    ...['embedContent', 'batchEmbedContents'].map((method) => ({
      ...native,
      path: `/v1beta/models/{model}:${method}`,
      also: [`/v1/models/{model}:${method}`],
    })),
  ]
}
