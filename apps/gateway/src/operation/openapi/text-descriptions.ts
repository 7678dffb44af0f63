import type { Description, HeaderParameter, QueryParameter } from './description.ts'

const version: Readonly<Record<string, HeaderParameter>> = {
  'anthropic-version': { description: 'Any date.', required: true, example: '2023-06-01' },
}
const alt: Readonly<Record<string, QueryParameter>> = {
  alt: { description: 'Without it a stream is one JSON array.', values: ['sse'] },
}

const formats = ['messages', 'responses', 'chat', 'contents']

/** Generation and token counts, in each format. */
export const textDescriptions: Readonly<Record<string, Description>> = {
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
