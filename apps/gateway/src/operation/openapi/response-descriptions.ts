import type { Description, QueryParameter } from './description.ts'

const pages: Readonly<Record<string, QueryParameter>> = {
  limit: { description: 'Most entries of a page, 1 to 100.', type: 'integer' },
  order: { description: 'By age.', values: ['asc', 'desc'] },
  after: { description: 'The entry after which the page begins.' },
}
const include: Readonly<Record<string, QueryParameter>> = { 'include[]': { description: 'Further fields of the items.' } }

/** Responses and conversations, with what is kept of them. */
export const responseDescriptions: Readonly<Record<string, Description>> = {
  'POST /v1/responses': {
    summary: 'Generate, as OpenAI Responses',
    tag: 'responses',
    details: 'Kept unless `store` is false, for `previous_response_id` and for the other paths here.',
    body: 'ResponsesRequest',
    answer: 'ResponsesResponse',
    stream: 'events',
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
    query: { ...pages, ...include },
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
    query: { ...pages, ...include },
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
