import type { JsonObject } from '@interlingua/core'
import type { Recording } from '@interlingua/testkit'

const path = '/v1beta/interactions'
const exchange = { format: 'interactions', path, request: { model: 'm', input: 'Hi' }, status: 200 } as const

/** Text of a stream; a text stands as it is. */
export function streamOf(...events: readonly (JsonObject | string)[]): string {
  return events
    .map((event) => (typeof event === 'string' ? event : `event: ${String(event['event_type'])}\ndata: ${JSON.stringify(event)}\n\n`))
    .join('')
}

export const done = 'event: done\ndata: [DONE]\n\n'
export const created = (id = 'v1_a'): JsonObject => ({
  event_type: 'interaction.created',
  interaction: { id, status: 'in_progress', object: 'interaction', model: 'gemini-3-flash' },
})
export const started = (index: number, step: JsonObject): JsonObject => ({ event_type: 'step.start', index, step })
export const changed = (index: number, delta: JsonObject): JsonObject => ({ event_type: 'step.delta', index, delta })
export const stopped = (index: number): JsonObject => ({ event_type: 'step.stop', index })
export const completed = (status: string, more: JsonObject = {}): JsonObject => ({
  event_type: 'interaction.completed',
  interaction: { id: 'v1_a', status, object: 'interaction', model: 'gemini-3-flash', usage, created: '2026-11-23T05:00:00Z', ...more },
})

export const usage: JsonObject = {
  total_input_tokens: 61,
  total_cached_tokens: 20,
  total_output_tokens: 14,
  total_thought_tokens: 9,
  total_tool_use_tokens: 5,
  total_tokens: 89,
  input_tokens_by_modality: [{ modality: 'text', tokens: 61 }],
  grounding_tool_count: [{ type: 'google_search', count: 2 }],
}

const citation = { type: 'url_citation', url: 'https://example.org/é', title: 'Nürnberg', start_index: 0, end_index: 9 }

/** Steps with everything that the format has. */
export const steps: readonly JsonObject[] = [
  {
    type: 'thought',
    signature: 'sig1',
    summary: [
      { type: 'text', text: 'First.' },
      { type: 'text', text: 'Then.' },
    ],
  },
  { type: 'google_search_call', id: 'h1', arguments: { queries: ['Nürnberg'] }, search_type: 'web_search', signature: 'sig2' },
  { type: 'google_search_result', call_id: 'h1', result: [{ search_suggestions: '<b>' }], is_error: false, signature: 'sig3' },
  { type: 'code_execution_call', id: 'h2', arguments: { code: 'print(1)', language: 'python' } },
  { type: 'code_execution_result', call_id: 'h2', result: '1', is_error: false },
  { type: 'mcp_server_tool_call', id: 'h3', name: 'look', server_name: 'docs', arguments: { q: 1 } },
  { type: 'mcp_server_tool_result', call_id: 'h3', result: [{ type: 'text', text: 'found' }], name: 'look' },
  { type: 'processing_call', id: 'h4' },
  {
    type: 'model_output',
    content: [
      { type: 'text', text: 'Nürnberg ist schön.', annotations: [citation, { type: 'word_info', text: 'ist', start_offset: '1s' }] },
      { type: 'text', text: 'Ja.' },
      { type: 'image', data: 'iVBORw0KGgo=', mime_type: 'image/png' },
      { type: 'hologram', depth: 3 },
    ],
    phase: 'new',
  },
  { type: 'model_output', content: [{ type: 'text', text: 'Mehr.', mood: 'good' }] },
  { type: 'model_output', content: [{ type: 'audio', data: 'UklGRg==', mime_type: 'audio/wav', sample_rate: 24_000 }] },
  { type: 'thought', signature: '' },
  { type: 'thought', summary: [] },
  { type: 'thought', signature: 'skip_thought_signature_validator' },
  { type: 'function_call', id: 'c1', name: 'weather', arguments: { city: 'Oslo', at: [1, 2] }, signature: '' },
  { type: 'function_call', id: 'c2', name: 'weather', arguments: {}, signature: 'sig4', more: 1 },
  { type: 'daydream', depth: 1 },
]

/** A request with everything that the format has. */
export const request: JsonObject = {
  model: 'gemini-3-flash',
  system_instruction: 'Be brief.',
  input: [
    {
      type: 'user_input',
      content: [
        { type: 'text', text: 'Look: ' },
        { type: 'text', text: 'two.' },
      ],
      note: 'x',
    },
    ...steps,
    { type: 'function_result', call_id: 'c1', name: 'weather', result: { sky: 'clear' }, is_error: false },
    {
      type: 'function_result',
      call_id: 'c2',
      name: 'weather',
      result: [
        { type: 'text', text: 'rain' },
        { type: 'image', uri: 'https://x.test/a.png' },
      ],
    },
    {
      type: 'user_input',
      content: [
        { type: 'function_result', call_id: 'c9', result: 'late' },
        {
          type: 'video',
          uri: 'gs://b/v.mp4',
          mime_type: 'video/mp4',
          resolution: 'low',
          processing: { type: 'static', fps: 2, start_offset: '1s' },
        },
        { type: 'video', uri: 'gs://b/v.mp4', processing: 'agentic', name: 'v' },
        { type: 'image', data: 'iVBORw0KGgo=', resolution: 'ultra_high' },
        { type: 'document', uri: 'https://generativelanguage.googleapis.com/v1beta/files/f1', mime_type: 'application/pdf' },
        { type: 'document', uri: 'https://x.test/a.pdf' },
        { type: 'text', text: '' },
      ],
    },
    { type: 'user_input' },
    { type: 'user_input', content: [] },
    { type: 'model_output', content: [] },
  ],
  tools: [
    {
      type: 'function',
      name: 'weather',
      description: 'The weather.',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
      beta: true,
    },
    { type: 'function', name: 'bare' },
    { type: 'google_search', search_types: ['web_search'] },
    { type: 'mcp_server', name: 'docs', url: 'https://x.test', headers: { a: 'b' } },
    { type: 'computer_use', environment: 'browser' },
    { type: 'teleport', to: 'Oslo' },
  ],
  generation_config: {
    temperature: 0.5,
    top_p: 0.9,
    top_k: 5,
    seed: 7,
    max_output_tokens: 1000,
    stop_sequences: ['END'],
    thinking_level: 'low',
    thinking_summaries: 'auto',
    tool_choice: { allowed_tools: { mode: 'validated', tools: ['weather'] } },
    image_config: { aspect_ratio: '1:1', image_size: '1K' },
    speech_config: [{ voice: 'Kore' }],
  },
  response_format: { type: 'text', mime_type: 'application/json', schema: { type: 'object' }, beta: 1 },
  response_modalities: ['text', 'image'],
  previous_interaction_id: 'v1_b',
  store: true,
  background: false,
  stream: false,
  cached_content: 'cachedContents/c',
  safety_settings: [{ type: 'hate_speech', threshold: 'block_none' }],
  service_tier: 'standard',
  labels: { team: 'a' },
  webhook_config: { uris: ['https://x.test'] },
}

const answer: JsonObject = {
  id: 'v1_a',
  object: 'interaction',
  status: 'requires_action',
  model: 'gemini-3-flash',
  steps,
  usage,
  created: '2026-11-23T05:00:00Z',
  updated: '2026-11-23T05:00:02Z',
  service_tier: 'standard',
}

const config = (generation_config: JsonObject): JsonObject => ({ model: 'm', input: 'Hi', generation_config })

export const samples: readonly Recording[] = [
  { ...exchange, id: 'a request with everything', request, response: answer },
  { ...exchange, id: 'a content', request: { model: 'models/m', input: { type: 'image', data: 'iVBORw0KGgo=' } } },
  {
    ...exchange,
    id: 'contents',
    request: {
      model: 'm',
      input: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      tools: [],
      system_instruction: '',
    },
  },
  {
    ...exchange,
    id: 'an agent',
    request: { agent: 'deep-research-1', input: 'Why?', background: true, agent_config: { type: 'deep-research' }, environment: 'remote' },
  },
  { ...exchange, id: 'a continuation', request: { model: 'm', continuation_token: 't', previous_interaction_id: 'v1_a' } },
  {
    ...exchange,
    id: 'unknown words',
    request: {
      ...config({ tool_choice: 'maybe', thinking_level: 'deep', top_k: null }),
      service_tier: 'deferred',
      response_modalities: ['video'],
      response_format: [{ type: 'video' }],
    },
  },
  {
    ...exchange,
    id: 'lists of formats',
    request: {
      ...config({ tool_choice: 'any' }),
      response_format: [
        { type: 'text', mime_type: 'application/json' },
        { type: 'image', aspect_ratio: '1:1' },
      ],
    },
  },
  {
    ...exchange,
    id: 'an older schema',
    request: { model: 'm', input: 'Hi', response_format: { type: 'object', properties: {} }, response_mime_type: 'application/json' },
  },
  { ...exchange, id: 'an answer without id', response: { status: 'completed', steps: [], usage: null } },
  { ...exchange, id: 'a running one', response: { id: 'v1_a', status: 'in_progress', object: 'interaction' } },
  {
    ...exchange,
    id: 'a failed one',
    response: { id: 'v1_a', status: 'failed', errors: [{ code: 'prohibited_content', message: 'No.' }], steps: [] },
  },
  { ...exchange, id: 'an unknown status', response: { id: 'v1_a', status: 'dreaming', steps: [{ type: 'thought' }] } },
  { ...exchange, id: 'a failure', status: 404, response: { error: { code: 'model_not_found', message: 'no such model' } } },
  {
    ...exchange,
    id: 'an older failure',
    status: 400,
    response: { error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } },
  },
  {
    ...exchange,
    id: 'a stream with everything',
    stream: streamOf(
      created(),
      { event_type: 'interaction.status_update', interaction_id: 'v1_a', status: 'in_progress', usage: { total_input_tokens: 1 } },
      started(0, { type: 'thought' }),
      changed(0, { type: 'thought_summary', content: { type: 'text', text: 'First. ' } }),
      changed(0, { type: 'thought_summary' }),
      changed(0, { type: 'thought_summary', content: { type: 'text', text: 'Then.' } }),
      changed(0, { type: 'thought_signature', signature: 'sig1' }),
      stopped(0),
      started(1, { type: 'google_search_call', id: 'h1', arguments: {} }),
      changed(1, { type: 'google_search_call', arguments: { queries: ['a'] }, signature: 'sig2' }),
      stopped(1),
      started(2, { type: 'google_search_result', call_id: 'h1', signature: '' }),
      changed(2, { type: 'google_search_result', result: [{ search_suggestions: '<b>' }], is_error: false }),
      stopped(2),
      ': a comment\n\n',
      started(3, { type: 'model_output' }),
      changed(3, { type: 'text', text: 'Nürn' }),
      changed(3, { type: 'text', text: 'berg.' }),
      changed(3, { type: 'text_annotation_delta', annotations: [citation] }),
      changed(3, { type: 'image', data: 'iVBORw0KGgo=', mime_type: 'image/png' }),
      changed(3, { type: 'text', text: 'Mehr.' }),
      stopped(3),
      started(4, { type: 'model_output' }),
      changed(4, { type: 'text', text: 'Noch.' }),
      stopped(4),
      started(5, { type: 'thought' }),
      stopped(5),
      started(6, { type: 'function_call', id: 'c1', name: 'weather', arguments: {}, signature: '' }),
      changed(6, { type: 'arguments_delta', arguments: '{"city":' }),
      changed(6, { type: 'arguments_delta', arguments: '"Oslo"}' }),
      stopped(6),
      started(7, { type: 'function_call', id: 'c2', name: 'weather', arguments: { city: 'Rome' } }),
      stopped(7),
      completed('requires_action'),
      done,
    ),
  },
  {
    ...exchange,
    id: 'a stream with what nobody knows',
    stream: streamOf(
      { ...created(), region: 'north' },
      {
        event_type: 'interaction.status_update',
        event_id: '2',
        interaction_id: 'v1_a',
        status: 'in_progress',
        continuation_token: 't',
        eta: '3s',
      },
      { ...started(0, { type: 'thought', mood: 'calm' }), cost: { tokens: 1 } },
      changed(0, { type: 'thought_summary', content: { type: 'text', text: 'First.', tone: 'dry' } }),
      changed(0, { type: 'thought_sketch', lines: [1, 2] }),
      stopped(0),
      { ...started(1, { type: 'model_output', phase: 'draft' }), price: { tokens: 2 } },
      { ...changed(1, { type: 'text', text: 'Ja', mood: 'good' }), metadata: { total_usage: usage, latency: 5 } },
      { ...changed(1, { type: 'text', text: '.', mood: 'better' }), cost: { tokens: 3 } },
      changed(1, { type: 'hologram', depth: 3 }),
      { ...stopped(1), usage, step_usage: { total_output_tokens: 3 } },
      started(2, { type: 'google_search_call', id: 'h1', arguments: { queries: ['a'], depth: 1 } }),
      { ...changed(2, { type: 'google_search_call', arguments: { queries: ['b'] } }), cost: { tokens: 4 } },
      changed(2, { type: 'google_search_sketch', lines: [3] }),
      stopped(2),
      started(3, { type: 'function_call', id: 'c1', name: 'weather', arguments: { city: 'Rome', at: 1 } }),
      changed(3, { type: 'arguments_delta', arguments: '{"city":"Oslo"}', final: true }),
      changed(3, { type: 'arguments_sketch', lines: [4] }),
      { ...stopped(3), step_usage: { total_output_tokens: 5 } },
      { ...completed('requires_action', { steps: [{ type: 'thought', mood: 'calm' }] }), region: 'south' },
      done,
    ),
  },
  {
    ...exchange,
    id: 'a stream that fails at its end',
    stream: streamOf(created(), {
      event_type: 'interaction.completed',
      interaction: { id: 'v1_a', status: 'failed', errors: [{ code: 'internal', message: 'no' }], retry: { after: 3 } },
    }),
  },
  {
    ...exchange,
    id: 'a stream that fails',
    stream: streamOf(created(), { event_type: 'error', error: { code: 'overloaded', message: 'later' } }),
  },
]
