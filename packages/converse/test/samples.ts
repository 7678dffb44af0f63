import type { JsonObject } from '@interlingua/core'
import type { Recording } from '@interlingua/testkit'

const path = '/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse'
const exchange = { format: 'converse', path, request: { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] }, status: 200 } as const

/** Text of a stream, from names and contents of its events. */
export function streamOf(...events: readonly (readonly [string, JsonObject])[]): string {
  return events.map(([name, value]) => `event: ${name}\ndata: ${JSON.stringify(value)}\n\n`).join('')
}

export const started = ['messageStart', { role: 'assistant' }] as const
export const changed = (contentBlockIndex: number, delta: JsonObject) => ['contentBlockDelta', { contentBlockIndex, delta }] as const
export const opened = (contentBlockIndex: number, start: JsonObject) => ['contentBlockStart', { contentBlockIndex, start }] as const
export const closed = (contentBlockIndex: number) => ['contentBlockStop', { contentBlockIndex }] as const
export const stopped = (stopReason: string, more: JsonObject = {}) => ['messageStop', { stopReason, ...more }] as const
export const told = (more: JsonObject = {}) => ['metadata', { usage, metrics: { latencyMs: 900 }, ...more }] as const

export const usage: JsonObject = {
  inputTokens: 2,
  outputTokens: 5,
  totalTokens: 1329,
  cacheReadInputTokens: 1322,
  cacheWriteInputTokens: 0,
}
const twice: JsonObject = {
  ...usage,
  totalTokens: 1429,
  cacheWriteInputTokens: 100,
  cacheReadInputTokenCount: 1322,
  cacheWriteInputTokenCount: 100,
  cacheDetails: [
    { ttl: '1h', inputTokens: 60 },
    { ttl: '5m', inputTokens: 40 },
  ],
  serverToolUsage: {},
}

const png = 'iVBORw0KGgo='
const call: JsonObject = { toolUse: { toolUseId: 't1', name: 'weather', input: { city: 'Oslo', digits: 1.5 } } }
const cited: JsonObject = {
  citationsContent: {
    content: [{ text: 'Ruby was made ' }, { text: 'in 1993.' }],
    citations: [
      {
        title: 'facts',
        sourceContent: [{ text: 'The language was created in 1993. ' }],
        location: { documentChar: { documentIndex: 0, start: 0, end: 73 } },
      },
      { location: { documentPage: { documentIndex: 0, start: 1, end: 2 } } },
      { location: { documentChunk: { documentIndex: 1, start: 0, end: 1 } }, sourceContent: [{ text: 'a' }, { text: 'b' }] },
      { source: 'https://x.test/r', title: 'R', location: { searchResultLocation: { searchResultIndex: 0, start: 0, end: 1 } } },
      { title: 'W', location: { web: { url: 'https://x.test', domain: 'x.test' } } },
      { title: 'T', location: { tomorrow: { page: 1 } } },
    ],
  },
}

/** Blocks of an assistant with everything that the format has. */
export const blocks: readonly JsonObject[] = [
  { reasoningContent: { redactedContent: 'RXRrRQ==' } },
  { reasoningContent: { redactedContent: '/wD/' } },
  { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'Ep0C' } } },
  { reasoningContent: { reasoningText: { text: 'Unsigned.' } } },
  { reasoningContent: { reasoningText: { text: '', signature: '' } } },
  { reasoningContent: { daydream: { depth: 1 } } },
  { text: 'I ask.' },
  { text: '' },
  cited,
  { toolUse: { toolUseId: 's1', name: 'nova_grounding', input: { query: 'Ruby' }, type: 'server_tool_use' } },
  { toolResult: { toolUseId: 's1', content: [{ text: '[HIDDEN]' }], type: 'nova_grounding_result', status: 'success' } },
  { toolUse: { toolUseId: 's2', name: 'nova_code_interpreter', input: { snippet: '1' }, type: 'server_tool_use' } },
  {
    toolResult: {
      toolUseId: 's2',
      content: [{ json: { stdOut: '1', exitCode: 0 } }],
      type: 'nova_code_interpreter_result',
      status: 'success',
    },
  },
  call,
  { toolUse: { toolUseId: 't2', name: 'weather', input: {}, type: 'tool_use' } },
  { toolUse: { toolUseId: 't3', name: 'list', input: [1, 2], mood: 'new' } },
  { image: { format: 'png', source: { bytes: png } } },
  { hologram: { depth: 3 } },
]

/** A request with everything that the format has. */
export const request: JsonObject = {
  modelId: 'ignored',
  system: [
    { text: 'Be brief.' },
    { cachePoint: { type: 'default', ttl: '1h' } },
    { guardContent: { text: { text: 'Only birds.', qualifiers: ['grounding_source'] } } },
  ],
  messages: [
    {
      role: 'user',
      content: [
        { text: 'Look: ', mood: 'good' },
        { image: { format: 'png', source: { bytes: png } } },
        { cachePoint: { type: 'default' } },
        { image: { format: 'jpeg', source: { s3Location: { uri: 's3://b/a.jpg', bucketOwner: '123456789012' } } } },
        { image: { format: 'bmp', source: { bytes: 'Qk0=' }, error: { message: 'x' } } },
        { video: { format: 'three_gp', source: { bytes: 'AAAA' } } },
        { video: { format: 'mpg', source: { s3Location: { uri: 's3://b/v.mpg' } } } },
        { audio: { format: 'mp3', source: { bytes: 'SUQz' } } },
        {
          document: { format: 'pdf', name: 'One', source: { bytes: 'JVBERi0=' }, context: 'A report.', citations: { enabled: true } },
        },
        { document: { format: 'txt', name: 'Two', source: { text: 'hello' } } },
        { document: { name: 'Three', source: { content: [{ text: 'a' }, { text: 'b', more: 1 }] } } },
        { document: { format: 'odt', name: 'Four', source: { bytes: 'UEs=' }, page: 2 } },
        { guardContent: { text: { text: 'Guarded.' } } },
        { guardContent: { image: { format: 'jpeg', source: { bytes: '/9j/' } } } },
        { searchResult: { source: 'https://x.test', title: 'T', content: [{ text: 'found' }], citations: { enabled: false } } },
        { toolAddition: { tool: { name: 'weather' } } },
        { cachePoint: { type: 'default' } },
        { cachePoint: { type: 'default' } },
        { cachePoint: { type: 'tomorrow' } },
      ],
      note: 'x',
    },
    { role: 'system', content: [{ text: 'From now on, shout.' }] },
    { role: 'assistant', content: blocks },
    {
      role: 'user',
      content: [
        { toolResult: { toolUseId: 't1', content: [{ json: { sky: 'clear' } }], status: 'success' } },
        { cachePoint: { type: 'default', ttl: '5m' } },
        {
          toolResult: {
            toolUseId: 't2',
            content: [
              { json: { a: 1 } },
              { json: [1] },
              { text: '' },
              { image: { format: 'webp', source: { bytes: 'UklGRg==' } } },
              { document: { format: 'csv', name: 'Five', source: { bytes: 'YSxi' } } },
              { video: { format: 'mp4', source: { s3Location: { uri: 's3://b/v.mp4' } } } },
              { searchResult: { source: 's', title: 't', content: [{ text: 'r' }] } },
            ],
            status: 'error',
            mood: 'bad',
          },
        },
        { toolResult: { toolUseId: 't3', content: [], status: 'tomorrow' } },
      ],
    },
    { role: 'tomorrow', content: [{ text: 'Boo.' }], more: 1 },
  ],
  inferenceConfig: { maxTokens: 1000, temperature: 0.5, topP: 0.9, stopSequences: ['END'], minP: 0.1 },
  toolConfig: {
    tools: [
      { toolSpec: { name: 'weather', description: 'The weather.', inputSchema: { json: { type: 'object' } }, strict: true } },
      { toolSpec: { name: 'list', inputSchema: { json: { type: 'object' }, more: 1 }, beta: true } },
      { cachePoint: { type: 'default' } },
      { systemTool: { name: 'nova_grounding', region: 'us' } },
      { teleport: { to: 'Oslo' } },
    ],
    toolChoice: { tool: { name: 'weather' } },
    mood: 'new',
  },
  additionalModelRequestFields: {
    top_k: 5,
    thinking: { type: 'enabled', budget_tokens: 2000, display: 'summarized', more: 1 },
    output_config: { effort: 'high', task: 'x' },
    anthropic_beta: ['context-1m-2025-08-07'],
  },
  additionalModelResponseFieldPaths: ['/stop_sequence'],
  outputConfig: {
    textFormat: { type: 'json_schema', structure: { jsonSchema: { schema: '{ "type": "object" }', name: 'n', description: 'd' } } },
  },
  guardrailConfig: { guardrailIdentifier: 'g', guardrailVersion: '1', trace: 'enabled' },
  performanceConfig: { latency: 'optimized' },
  promptVariables: { city: { text: 'Oslo' } },
  requestMetadata: { team: 'a' },
  serviceTier: { type: 'flex' },
  tomorrow: { a: 1 },
}

const answer: JsonObject = {
  output: { message: { role: 'assistant', content: blocks, more: 1 }, beside: 2 },
  stopReason: 'tool_use',
  usage: twice,
  metrics: { latencyMs: 900 },
  additionalModelResponseFields: { stop_sequence: null, other: 1 },
  trace: { guardrail: { modelOutput: ['x'] } },
  performanceConfig: { latency: 'standard' },
  serviceTier: { type: 'default' },
}

const fields = (additionalModelRequestFields: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...exchange.request,
  additionalModelRequestFields,
  ...more,
})

export const samples: readonly Recording[] = [
  { ...exchange, id: 'a request with everything', request, response: answer },
  { ...exchange, id: 'empty lists', request: { ...exchange.request, system: [], inferenceConfig: {}, additionalModelRequestFields: {} } },
  {
    ...exchange,
    id: 'a prompt',
    path: '/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Aprompt%2FABC/converse',
    request: { promptVariables: { a: { text: 'b' } } },
  },
  { ...exchange, id: 'an id with a slash', path: '/model/arn:aws:bedrock:us-east-1:1:application-inference-profile/abc/converse' },
  {
    ...exchange,
    id: 'Nova',
    path: '/model/us.amazon.nova-2-lite-v1%3A0/converse',
    request: fields({ inferenceConfig: { topK: 10 }, reasoningConfig: { type: 'enabled', maxReasoningEffort: 'low', x: 1 } }),
  },
  { ...exchange, id: 'gpt-oss', request: fields({ reasoning_effort: 'high' }) },
  { ...exchange, id: 'Qwen', request: fields({ reasoning_config: 'high' }) },
  { ...exchange, id: 'older thinking', request: fields({ reasoning_config: { type: 'enabled', budget_tokens: 1024 } }) },
  {
    ...exchange,
    id: 'one call at a time',
    request: fields(
      { tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
      { toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }] } },
    ),
  },
  {
    ...exchange,
    id: 'one of the tools, one at a time',
    request: fields(
      { tool_choice: { type: 'any', disable_parallel_tool_use: true } },
      { toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: {} } } }], toolChoice: { any: {} } } },
    ),
  },
  {
    ...exchange,
    id: 'two efforts',
    request: fields(
      { output_config: { effort: 'low', format: { type: 'json_schema', schema: {} } } },
      { outputConfig: { effort: 'high' } },
    ),
  },
  {
    ...exchange,
    id: 'unknown words',
    request: fields(
      { thinking: { type: 'dreaming' }, top_k: null },
      { serviceTier: { type: 'tomorrow' }, toolConfig: { tools: [], toolChoice: { maybe: {} } }, outputConfig: { effort: 'huge' } },
    ),
  },
  { ...exchange, id: 'an empty answer', response: { output: {}, stopReason: 'end_turn', usage: null } },
  {
    ...exchange,
    id: 'an unknown end',
    response: { output: { message: { role: 'assistant', content: [] } }, stopReason: 'dreaming', usage: { inputTokens: 1 } },
  },
  {
    ...exchange,
    id: 'a stop sequence',
    response: {
      output: { message: { role: 'assistant', content: [{ text: 'a' }] } },
      stopReason: 'stop_sequence',
      usage,
      additionalModelResponseFields: { delta: { stop_sequence: 'END' } },
    },
  },
  { ...exchange, id: 'a failure', status: 400, response: { message: 'Input is too long for requested model.' } },
  { ...exchange, id: 'another failure', status: 429, response: { __type: 'com.amazon#ThrottlingException', message: 'slow down' } },
  { ...exchange, id: 'a failure of the model', status: 424, response: { message: 'no', originalStatusCode: 500, resourceName: 'm' } },
  {
    ...exchange,
    id: 'a stream with everything',
    path: `${path}-stream`,
    stream: streamOf(
      started,
      changed(0, { reasoningContent: { redactedContent: 'RXRrRQ==' } }),
      closed(0),
      changed(1, { reasoningContent: { text: 'Hm' } }),
      changed(1, { reasoningContent: { text: '.' } }),
      changed(1, { reasoningContent: { signature: 'Ep0C' } }),
      closed(1),
      changed(2, { text: 'I ' }),
      changed(2, { text: 'ask.' }),
      closed(2),
      opened(3, { toolUse: { toolUseId: 's1', name: 'nova_grounding', type: 'server_tool_use' } }),
      changed(3, { toolUse: { input: '{"query":' } }),
      changed(3, { toolUse: { input: '"Ruby"}' } }),
      closed(3),
      opened(4, { toolResult: { toolUseId: 's1', type: 'nova_grounding_result', status: 'success' } }),
      changed(4, { toolResult: [{ text: '[HIDDEN]' }, { json: { a: 1 } }] }),
      closed(4),
      changed(5, {
        citation: { title: 'facts', sourceContent: [{ text: 'x' }], location: { documentChar: { documentIndex: 0, start: 0, end: 1 } } },
      }),
      changed(5, { text: 'Ruby' }),
      closed(5),
      changed(6, { citation: { location: { web: { url: 'https://x.test', domain: 'x.test' } } } }),
      closed(6),
      opened(7, { image: { format: 'png' } }),
      changed(7, { image: { source: { bytes: png } } }),
      closed(7),
      opened(8, { hologram: { depth: 1 } }),
      changed(8, { hologram: { depth: 2 } }),
      closed(8),
      opened(9, {}),
      changed(9, { text: 'Then' }),
      changed(9, { mood: 'good' }),
      closed(9),
      opened(10, { toolUse: { toolUseId: 't1', name: 'weather', mood: 'new' } }),
      changed(10, { toolUse: { input: '' } }),
      changed(10, { toolUse: { input: '{"city":"Os' } }),
      changed(10, { toolUse: { input: 'lo"}' } }),
      closed(10),
      opened(11, { toolUse: { toolUseId: 't2', name: 'weather', type: 'tool_use' } }),
      changed(11, { toolUse: { input: '' } }),
      closed(11),
      ['tomorrow', { a: 1 }],
      stopped('tool_use', { additionalModelResponseFields: { delta: { stop_sequence: null } } }),
      told({ usage: twice, trace: { guardrail: { modelOutput: ['x'] } }, serviceTier: { type: 'default' } }),
    ),
  },
  {
    ...exchange,
    id: 'a stream without starts, ends and costs',
    path: `${path}-stream`,
    stream: streamOf(changed(0, { text: '' }), closed(0), changed(1, { text: 'a' }), stopped('end_turn')),
  },
  {
    ...exchange,
    id: 'a stream that tells its costs first',
    path: `${path}-stream`,
    stream: streamOf(
      started,
      changed(0, { text: 'a' }),
      closed(0),
      told(),
      stopped('stop_sequence', { additionalModelResponseFields: { delta: { stop_sequence: 'END' } } }),
    ),
  },
  {
    ...exchange,
    id: 'a stream that fails',
    path: `${path}-stream`,
    stream: streamOf(started, changed(0, { text: 'I' }), ['exception', { type: 'throttlingException', message: 'slow down' }]),
  },
]
