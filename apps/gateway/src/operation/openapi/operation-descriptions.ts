import type { Description, QueryParameter } from './description.ts'

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
export const operationDescriptions: Readonly<Record<string, Description>> = {
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
      by: { description: 'Sums by this, instead of records.', values: ['key', 'model', 'channel', 'day', 'all'] },
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
