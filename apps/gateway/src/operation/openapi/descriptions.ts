import type { Description, HeaderParameter, QueryParameter } from './description.ts'
import { imageDescriptions } from './images.ts'
import { videoDescriptions } from './video.ts'

const itemPages: Readonly<Record<string, QueryParameter>> = {
  limit: { description: 'Most entries of a page, 1 to 100.', type: 'integer' },
  order: { description: 'By age.', values: ['asc', 'desc'] },
  after: { description: 'The entry after which the page begins.' },
}
const include: Readonly<Record<string, QueryParameter>> = { 'include[]': { description: 'Further fields of the items.' } }

/** Responses and conversations, with what is kept of them. */
const responseDescriptions: Readonly<Record<string, Description>> = {
  'POST /v1/responses': {
    summary: 'Generate, as OpenAI Responses',
    tag: 'responses',
    details: 'Kept unless `store` is false, for `previous_response_id` and for the other paths here.',
    body: 'ResponsesRequest',
    answer: 'ResponsesResponse',
    stream: 'events',
  },
  'GET /v1/responses': {
    summary: 'A WebSocket for Responses',
    tag: 'responses',
    details:
      'Each `response.create` frame is a request as of `POST /v1/responses`; the events of its answer are frames. A GET without an upgrade is a 426.',
    answer: 'ResponsesResponse',
  },
  'POST /v1/responses/compact': {
    summary: 'Replace a conversation by a compaction',
    tag: 'responses',
    details: 'By the upstream, or by a call for a summary where the operator allows one.',
    body: 'ResponsesRequest',
    answer: 'Compaction',
  },
  'POST /v1/responses/input_tokens': {
    summary: 'Count the tokens of a Responses request',
    tag: 'tokens',
    details: 'Costs nothing and counts towards no limit.',
    body: 'ResponsesCountRequest',
    answer: 'ResponsesCount',
  },
  'GET /v1/responses/{id}': {
    summary: 'A kept response',
    tag: 'responses',
    query: {
      ...include,
      stream: { description: 'Its events instead.', type: 'boolean' },
      starting_after: { description: 'Number of the event after which to begin.', type: 'integer' },
    },
    answer: 'ResponsesResponse',
    stream: 'events',
  },
  'DELETE /v1/responses/{id}': { summary: 'Forget a kept response', tag: 'responses', answer: 'Deleted' },
  'GET /v1/responses/{id}/input_items': {
    summary: 'The items that a kept response was an answer to',
    tag: 'responses',
    query: { ...itemPages, ...include },
    answer: 'ItemList',
  },
  'POST /v1/responses/{id}/cancel': {
    summary: 'End a response that runs in the background',
    tag: 'responses',
    answer: 'ResponsesResponse',
  },
  'POST /v1/conversations': { summary: 'Begin a conversation', tag: 'conversations', body: 'ConversationRequest', answer: 'Conversation' },
  'GET /v1/conversations/{id}': { summary: 'A conversation', tag: 'conversations', answer: 'Conversation' },
  'POST /v1/conversations/{id}': {
    summary: "Change a conversation's metadata",
    tag: 'conversations',
    body: 'ConversationRequest',
    answer: 'Conversation',
  },
  'DELETE /v1/conversations/{id}': { summary: 'Forget a conversation', tag: 'conversations', answer: 'Deleted' },
  'GET /v1/conversations/{id}/items': {
    summary: 'The items of a conversation',
    tag: 'conversations',
    query: { ...itemPages, ...include },
    answer: 'ItemList',
  },
  'POST /v1/conversations/{id}/items': {
    summary: 'Add items to a conversation',
    tag: 'conversations',
    query: include,
    body: 'ConversationItems',
    answer: 'ItemList',
  },
  'GET /v1/conversations/{id}/items/{item}': { summary: 'An item of a conversation', tag: 'conversations', query: include, answer: 'Item' },
  'DELETE /v1/conversations/{id}/items/{item}': {
    summary: 'Take an item out of a conversation',
    tag: 'conversations',
    answer: 'Conversation',
  },
}

/** Gemini Interactions, with what is kept of them. */
const interactionDescriptions: Readonly<Record<string, Description>> = {
  'POST /v1beta/interactions': {
    summary: 'Generate, as Gemini Interactions',
    tag: 'text',
    details: 'Kept unless `store` is false, for `previous_interaction_id` and for the other paths here.',
    body: 'InteractionsRequest',
    answer: 'InteractionsResponse',
    stream: 'events',
  },
  'GET /v1beta/interactions/{id}': {
    summary: 'A kept interaction',
    tag: 'text',
    query: {
      include_input: { description: 'The whole conversation.', type: 'boolean' },
      stream: { description: 'Its events instead.', type: 'boolean' },
      last_event_id: { description: 'Id of the event after which to begin.' },
    },
    answer: 'InteractionsResponse',
    stream: 'events',
  },
  'DELETE /v1beta/interactions/{id}': { summary: 'Forget a kept interaction', tag: 'text', answer: 'Deleted' },
  'POST /v1beta/interactions/{id}/cancel': {
    summary: 'End an interaction that runs in the background',
    tag: 'text',
    answer: 'InteractionsResponse',
  },
}

const version: Readonly<Record<string, HeaderParameter>> = {
  'anthropic-version': { description: 'Any date.', required: true, example: '2023-06-01' },
}
const alt: Readonly<Record<string, QueryParameter>> = {
  alt: { description: 'Without it a stream is one JSON array.', values: ['sse'] },
}

/** Path of Claude's models on Vertex AI. */
const vertexModels = '/v1/projects/{project}/locations/{location}/publishers/anthropic/models'

const formats = ['messages', 'responses', 'chat', 'contents', 'interactions']

/** Generation and token counts, in each format. */
const textDescriptions: Readonly<Record<string, Description>> = {
  'POST /v1/messages': {
    summary: 'Generate, as Anthropic Messages',
    tag: 'text',
    headers: version,
    body: 'MessagesRequest',
    answer: 'MessagesResponse',
    stream: 'events',
  },
  'POST /v1/messages/count_tokens': {
    summary: 'Count the tokens of a Messages request',
    tag: 'tokens',
    details: 'Costs nothing and counts towards no limit.',
    headers: version,
    body: 'MessagesCountRequest',
    answer: 'MessagesCount',
  },
  'POST /v1/chat/completions': {
    summary: 'Generate, as OpenAI Chat Completions',
    tag: 'text',
    body: 'ChatRequest',
    answer: 'ChatResponse',
    stream: 'events',
  },
  'POST /v1beta/models/{model}:generateContent': {
    summary: 'Generate, as native contents',
    tag: 'text',
    body: 'ContentsRequest',
    answer: 'ContentsResponse',
  },
  'POST /v1beta/models/{model}:streamGenerateContent': {
    summary: 'Generate, as a stream of native contents',
    tag: 'text',
    query: alt,
    body: 'ContentsRequest',
    answer: 'ContentsResponse',
    stream: 'events-or-array',
  },
  'POST /v1beta/models/{model}:countTokens': {
    summary: 'Count the tokens of native contents',
    tag: 'tokens',
    details: 'Costs nothing and counts towards no limit.',
    body: 'ContentsCountRequest',
    answer: 'ContentsCount',
  },
  'POST /model/{model}/invoke': {
    summary: 'Generate, as InvokeModel of Bedrock with a Claude model',
    tag: 'text',
    body: 'InvokeRequest',
    answer: 'InvokeResponse',
  },
  'POST /model/{model}/invoke-with-response-stream': {
    summary: 'Generate, as a stream of InvokeModel of Bedrock with a Claude model',
    tag: 'text',
    body: 'InvokeRequest',
    answer: 'application/vnd.amazon.eventstream',
  },
  'POST /model/{model}/converse': {
    summary: 'Generate, as Bedrock Converse',
    tag: 'text',
    body: 'ConverseRequest',
    answer: 'ConverseResponse',
  },
  'POST /model/{model}/converse-stream': {
    summary: 'Generate, as a stream of Bedrock Converse',
    tag: 'text',
    body: 'ConverseRequest',
    answer: 'application/vnd.amazon.eventstream',
  },
  'POST /model/{model}/count-tokens': {
    summary: 'Count the tokens of a request of InvokeModel or of Converse',
    tag: 'tokens',
    details:
      'Costs nothing and counts towards no limit. The body is `{"input": {"invokeModel": {"body": "…"}}}`, with the counted body in base64, or `{"input": {"converse": {…}}}`.',
    body: 'Anything',
    answer: 'Anything',
  },
  [`POST ${vertexModels}/{model}:rawPredict`]: {
    summary: 'Generate, as rawPredict of Vertex AI with a Claude model',
    tag: 'text',
    details: 'Any project and location may stand in the path.',
    body: 'Raw-predictRequest',
    answer: 'Raw-predictResponse',
  },
  [`POST ${vertexModels}/{model}:streamRawPredict`]: {
    summary: 'Generate, as a stream of Vertex AI with a Claude model',
    tag: 'text',
    details: 'Any project and location may stand in the path.',
    body: 'Raw-predictRequest',
    answer: 'Raw-predictResponse',
    stream: 'events',
  },
  [`POST ${vertexModels}/count-tokens:rawPredict`]: {
    summary: 'Count the tokens of a request of rawPredict',
    tag: 'tokens',
    details: 'Costs nothing and counts towards no limit.',
    body: 'MessagesCountRequest',
    answer: 'MessagesCount',
  },
  'POST /v1/translate': {
    summary: 'Show what becomes of a request, without sending it',
    tag: 'text',
    query: {
      from: { description: 'What the request is.', values: formats },
      to: { description: 'What the upstream speaks; without it, what the channel of the model does.', values: formats },
      model: { description: 'The model, instead of the one in the body.' },
      stream: { description: 'As a streamed request.', type: 'boolean' },
    },
    body: 'Anything',
    answer: 'Explanation',
  },
}

const style =
  "In OpenAI's style; in Anthropic's with the header `anthropic-version`, in Google's with `x-goog-api-key` or under /v1beta. Filtered by what the key may use."
const pages: Readonly<Record<string, QueryParameter>> = {
  limit: { description: "Most entries of a page, in Anthropic's style.", type: 'integer' },
  after_id: { description: "The entry after which the page begins, in Anthropic's style." },
  before_id: { description: "The entry before which the page ends, in Anthropic's style." },
  pageSize: { description: "Most entries of a page, in Google's style.", type: 'integer' },
  pageToken: { description: "Where the page begins, in Google's style." },
}

/** Models, and what operators ask. */
const operationDescriptions: Readonly<Record<string, Description>> = {
  'GET /v1/models': { summary: 'The models', tag: 'models', details: style, query: pages, answer: 'ModelList' },
  'GET /v1/models/{id}': { summary: 'A model', tag: 'models', details: style, answer: 'Model' },
  'GET /v1beta/models': { summary: 'The models, in native style', tag: 'models', details: style, query: pages, answer: 'ModelList' },
  'GET /v1beta/models/{id}': { summary: 'A model, in native style', tag: 'models', details: style, answer: 'Model' },
  'GET /': { summary: 'What this is', tag: 'operation', answer: 'Anything' },
  'GET /healthz': { summary: 'Whether the process is up', tag: 'operation', answer: 'Status' },
  'GET /readyz': {
    summary: 'Whether requests should be sent here',
    tag: 'operation',
    details: '503 with the reasons where the store cannot be reached, no channel can be used, or the gateway is ending.',
    answer: 'Status',
  },
  'GET /metrics': {
    summary: 'What is counted, for Prometheus',
    tag: 'operation',
    details: 'For callers on the same machine, and for keys of administrators, unless the operator opened it.',
    answer: 'text/plain',
  },
  'GET /admin/usage': {
    summary: 'What was used: the records of requests, the newest first, or their sums',
    tag: 'operation',
    details: 'For administrators.',
    query: {
      by: {
        description: 'Sums by this, instead of records.',
        values: ['key', 'model', 'channel', 'client', 'format', 'hour', 'day', 'all'],
      },
      key: { description: 'Of this key, by id or name.' },
      model: { description: 'Of this model, as callers named it.' },
      channel: { description: 'Of this channel.' },
      from: { description: 'A day such as 2026-11-21, or a time with its zone, with which it begins.' },
      to: { description: 'The day or time before which it ends.' },
      limit: { description: 'Most records, 1 to 1000.', type: 'integer' },
      before: { description: 'Where to go on, as an earlier answer said it in `next`.' },
    },
    answer: 'UsageReport',
  },
  'GET /openapi.json': { summary: 'This description', tag: 'operation', answer: 'Anything' },
}

/** Made files that the gateway keeps for a while. */
const resultDescriptions: Readonly<Record<string, Description>> = {
  'GET /v1/results/{name}': {
    summary: 'A made image or video, by the address that an answer gave',
    tag: 'results',
    details:
      'Needs no key: the address is the permission, until the result expires. Answers HEAD, and ranges (206; 416 where nothing is). 403: the signature is wrong; 410: it has expired; 404: it is not there.',
    query: {
      expires: { description: 'As the address says it: the second (Unix time) from which on it does not hold any more.', type: 'integer' },
      signature: { description: 'As the address says it.' },
    },
    headers: { range: { description: 'One range of bytes.', example: 'bytes=0-1023' } },
    statuses: [403, 410, 416, 503],
    answer: 'application/octet-stream',
  },
}

const model = "Under /v1 the body names no model, unless Google's own SDK sends it; under /v1beta it may name the one in the path."

/** Embeddings, in each style. */
const embedDescriptions: Readonly<Record<string, Description>> = {
  'POST /v1/embeddings': {
    summary: 'Vectors of texts, as OpenAI embeddings',
    tag: 'embeddings',
    body: 'EmbeddingsRequest',
    answer: 'EmbeddingsResponse',
  },
  'POST /v1beta/models/{model}:embedContent': {
    summary: 'The vector of a content, as native embeddings',
    tag: 'embeddings',
    details: model,
    body: 'EmbedContentRequest',
    answer: 'EmbedContentResponse',
  },
  'POST /v1beta/models/{model}:batchEmbedContents': {
    summary: 'The vectors of contents, as native embeddings',
    tag: 'embeddings',
    details: model,
    body: 'BatchEmbedContentsRequest',
    answer: 'BatchEmbedContentsResponse',
  },
}

const sharedPages = {
  pageSize: { description: 'Most entries of a page.', type: 'integer' },
  pageToken: { description: 'Where the page begins, as the page before said it.' },
} as const

/** Cached contents, under both versions. */
const cacheDescriptions: Readonly<Record<string, Description>> = Object.fromEntries(
  ['/v1beta', '/v1'].flatMap((version): [string, Description][] => [
    [
      `POST ${version}/cachedContents`,
      { summary: 'Keep contents for later requests', tag: 'caches', body: 'CachedContent', answer: 'CachedContent' },
    ],
    [
      `GET ${version}/cachedContents`,
      { summary: 'The cached contents of this key', tag: 'caches', query: sharedPages, answer: 'CachedContentList' },
    ],
    [`GET ${version}/cachedContents/{id}`, { summary: 'A cached content, without its contents', tag: 'caches', answer: 'CachedContent' }],
    [
      `PATCH ${version}/cachedContents/{id}`,
      {
        summary: 'Change how long a cached content is kept',
        tag: 'caches',
        query: { updateMask: { description: 'The fields to change.' } },
        body: 'CachedContent',
        answer: 'CachedContent',
      },
    ],
    [`DELETE ${version}/cachedContents/{id}`, { summary: 'Forget a cached content', tag: 'caches', answer: 'Empty' }],
  ]),
)

/** Descriptions by method and path, spelled as in the table of endpoints, without the `+` of a parameter that takes the rest. */
export const descriptions: Readonly<Record<string, Description>> = {
  ...textDescriptions,
  ...responseDescriptions,
  ...interactionDescriptions,
  ...embedDescriptions,
  ...imageDescriptions,
  ...videoDescriptions,
  ...cacheDescriptions,
  ...resultDescriptions,
  ...operationDescriptions,
}
