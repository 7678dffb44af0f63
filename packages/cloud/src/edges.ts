import { bedrockRoutes, invalidRequest, isAwsSigned, requireList } from '@interlingua/adapter-kit'
import type { Failure, JsonObject } from '@interlingua/core'
import type { EdgeHeaders, EdgeRequest, FormatEdge, RequestHead } from '@interlingua/core/edge'
import { createChunkStreamToText, createTextToChunkStream, createWholeChunkReader } from '@interlingua/framing'
import { messages } from '@interlingua/messages/edge'
import { countModel } from './create-envelope.ts'
import { invoke as invokeAdapter, isException } from './invoke.ts'
import { notice } from './notices.ts'
import { guardrailHeader, invokeHeaders } from './platform.ts'
import { countPath, rawPredict as rawPredictAdapter } from './raw-predict.ts'

const notices = [...messages.describe.notices, ...Object.keys(notice.table).map((code) => `cloud/${code}`)]

/** Claude in the bodies of Bedrock's InvokeModel. https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html */
export const invoke: FormatEdge = {
  adapter: invokeAdapter,
  vendor: 'bedrock',
  profiles: messages.profiles,
  dialect: messages.dialect,
  client: {
    routes: bedrockRoutes([
      { verb: 'invoke', operation: 'generate', stream: false, summary: 'Generate, as InvokeModel of Bedrock with a Claude model' },
      {
        verb: 'invoke-with-response-stream',
        operation: 'generate',
        stream: true,
        summary: 'Generate, as a stream of InvokeModel of Bedrock with a Claude model',
      },
      { verb: 'count-tokens', operation: 'count', summary: 'Count the tokens of a request of InvokeModel' },
    ]),
    recognizes: (url, headers) => (/^(?:\/bedrock)?\/model\//.test(url) ? 5 : isAwsSigned(headers) ? 4 : 0),
    readHead: readInvokeHead,
    checkWords: checkGuardrail,
    checksModel: false,
    // Bedrock takes betas and the version from the body alone; clients send other ones in their headers.
    headers: { forwarded: invokeHeaders, read: ['anthropic-version', 'anthropic-beta'], requestId: 'x-amzn-requestid' },
    // A request to count stands in base64, so that it must be read to be checked.
    needsTranslation: ({ input }) => input !== undefined,
    stream: { ...messages.client.stream, comments: false },
  },
  upstream: {
    headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
    countPath: (model) => `/model/${encodeURIComponent(model)}/count-tokens`,
    answerKeys: { generate: ['content'], count: ['inputTokens'] },
    usageOf: messages.upstream.usageOf,
    modelAt: messages.upstream.modelAt,
    supports: {},
  },
  stream: {
    ...messages.stream,
    patterns: { keys: [], words: [...messages.stream.patterns.words, 'event: exception'] },
    createStatusReader: createInvokeReader,
    binary: {
      createReader: () => createChunkStreamToText(),
      createWriter: () => createTextToChunkStream(),
      createWholeReader: () => createWholeChunkReader(),
    },
  },
  describe: { ...describe('Bedrock InvokeModel, Claude'), alias: 'bedrock-invoke' },
}

/** Claude on Vertex AI. https://docs.claude.com/en/api/claude-on-vertex-ai */
export const rawPredict: FormatEdge = {
  adapter: rawPredictAdapter,
  vendor: 'vertex',
  profiles: messages.profiles,
  dialect: messages.dialect,
  client: {
    ...messages.client,
    routes: [
      route('rawPredict', 'generate', false, 'Generate, as rawPredict of Vertex AI with a Claude model'),
      route('streamRawPredict', 'generate', true, 'Generate, as a stream of Vertex AI with a Claude model'),
      { ...route('rawPredict', 'count', undefined, 'Count the tokens of a request of rawPredict', countModel) },
    ],
    recognizes: (url) => (/\/publishers\/anthropic\//.test(url) ? 6 : 0),
    readHead: readRawPredictHead,
    // The version stands in the body.
    check: (request, ...others) =>
      messages.client.check?.({ ...request, headers: { 'anthropic-version': '2023-06-01', ...request.headers } }, ...others),
    headers: { ...messages.client.headers, forwarded: ['anthropic-version', 'anthropic-beta'] },
  },
  upstream: {
    headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
    countPath: () => countPath,
    answerKeys: messages.upstream.answerKeys,
    usageOf: messages.upstream.usageOf,
    modelAt: messages.upstream.modelAt,
    supports: {},
  },
  stream: messages.stream,
  describe: { ...describe('Vertex AI rawPredict, Claude'), alias: 'vertex-claude' },
}

/** Refuses a guardrail, which Bedrock alone has: an answer that it did not look at would pass for one that it did. */
function checkGuardrail(_: JsonObject, headers: EdgeHeaders): Failure | undefined {
  if (headers[guardrailHeader] === undefined) return undefined
  return invalidRequest(`${guardrailHeader}: a guardrail works at Bedrock alone, and this model is served by another service`)
}

/** Reads the events of Messages, and the exceptions of Bedrock. */
function createInvokeReader(): ReturnType<FormatEdge['stream']['createStatusReader']> {
  const read = messages.stream.createStatusReader()
  return (event, status) => {
    if (event !== '[DONE]' && isException(event)) status.phase = 'failed'
    else read(event, status)
  }
}

function route(
  method: string,
  operation: 'generate' | 'count',
  stream: boolean | undefined,
  summary: string,
  model = '{model}',
): FormatEdge['client']['routes'][number] {
  const tail = `/publishers/anthropic/models/${model}:${method}`
  const full = `/projects/{project}/locations/{location}${tail}`
  return { path: `/v1${full}`, also: [full, `/v1${tail}`, tail], operation, ...(stream !== undefined && { stream }), summary }
}

function describe(title: string): FormatEdge['describe'] {
  return { title, notices, ...(messages.describe.schemas && { schemas: schemasOf }), rateHeaders: [], telemetryOperation: 'chat' }
}

/** Schemas of the bodies: those of Messages, without the model, which is in the path. */
function schemasOf(): ReturnType<NonNullable<FormatEdge['describe']['schemas']>> {
  const { request = {}, response = {} } = messages.describe.schemas?.() ?? {}
  const required = Array.isArray(request['required']) ? request['required'].filter((key) => key !== 'model') : []
  return { request: { ...request, required }, response }
}

const families =
  'InvokeModel is served with the bodies of Claude alone (anthropic_version, max_tokens, messages): other models are served by /model/{model}/converse'

function readInvokeHead({ body, path: { model = '', stream = false } }: EdgeRequest): RequestHead | Failure {
  if (model === '') return invalidRequest('the path names no model: /model/{model}/invoke')
  if (body['input'] !== undefined) return { model, stream }
  if (body['messages'] === undefined) return invalidRequest(families)
  return requireList(body, 'messages') ?? { model, stream }
}

function readRawPredictHead({ body, path: { model = '', stream = false } }: EdgeRequest): RequestHead | Failure {
  const named: JsonObject[string] | undefined = model === '' || model === countModel ? body['model'] : model
  if (typeof named !== 'string' || named === '') return invalidRequest('the request names no model')
  return requireList(body, 'messages') ?? { model: named, stream }
}
