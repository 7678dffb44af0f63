import type { Mutant } from './mutant.ts'

/** Mutants of counts, lists, delivery and work. */
export const gatewayMutants: readonly Mutant[] = [
  { name: 'count-404', breaks: 'has no counts', count: () => undefined },
  { name: 'count-text-only', breaks: 'counts the text of messages only', count: () => 7 },
  { name: 'models-openai-shape', breaks: 'lists models in one shape for all', models: 'openai' },
  { name: 'models-none', breaks: 'lists no models', models: 'none' },
  { name: 'models-slow', breaks: 'lists models after four seconds', models: 'slow' },
  { name: 'quadratic-pairing', breaks: 'compares each call with each other', work: (calls) => (calls / 1_000) ** 2 * 2.5 },
  { name: 'quadratic-tools', breaks: 'compares each tool with each other', work: (calls) => (calls / 1_000) ** 2 * 150 },
  { name: 'status-200-json', breaks: 'answers what is no JSON by 200', takes: 'no-json' },
  { name: 'previous-ignored', breaks: 'ignores previous_response_id', takes: 'previous-response' },
  { name: 'no-messages-taken', breaks: 'answers a request without messages', takes: 'no-messages' },
  { name: 'wrong-type-taken', breaks: 'answers a request with members of other types', takes: 'wrong-type' },
  { name: 'any-model', breaks: 'answers for a model that it does not have', takes: 'any-model' },
  { name: 'any-key', breaks: 'takes any key', takes: 'any-key' },
  { name: 'one-id', breaks: 'gives all answers one id', oneId: true },
  { name: 'get-hangs', breaks: 'answers no GET of an endpoint', hangs: true },
  { name: 'buffer-streams', breaks: 'holds streams back until their end', buffers: true },
  { name: 'ignore-abort', breaks: 'lets the upstream go on when the client left', ignoresAbort: true },
  { name: 'silent-stream', breaks: 'sends nothing while the upstream is silent', pings: false },
]
