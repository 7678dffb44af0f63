import { describeAdapterLaws, type Recording } from '@interlingua/testkit'
import { converse } from '../src/edge.ts'
import { notice } from '../src/lower.ts'

const path = '/model/us.anthropic.claude-x-v1%3A0/converse'
const call = { toolUse: { toolUseId: 't1', name: 'weather', input: { city: 'Oslo', digits: 1.5 } } }
const request = {
  system: [{ text: 'Be brief.' }, { cachePoint: { type: 'default' } }],
  messages: [
    { role: 'user', content: [{ text: 'Weather in Oslo?' }, { image: { format: 'png', source: { bytes: 'iVBO' } } }] },
    { role: 'assistant', content: [{ reasoningContent: { reasoningText: { text: 'Hm.', signature: 's' } } }, { text: 'I ask.' }, call] },
    { role: 'user', content: [{ toolResult: { toolUseId: 't1', content: [{ json: { sky: 'clear' } }], status: 'success' } }] },
    { role: 'tomorrow', content: [{ text: 'Boo.' }], more: 1 },
  ],
  inferenceConfig: { maxTokens: 1000, temperature: 0.5, topP: 0.9, stopSequences: ['END'], topK: 5 },
  toolConfig: {
    tools: [
      { toolSpec: { name: 'weather', description: 'The weather.', inputSchema: { json: { type: 'object' } }, strict: true } },
      { systemTool: { name: 'nova_grounding' } },
      { cachePoint: { type: 'default' } },
    ],
    toolChoice: { tool: { name: 'weather' } },
  },
  additionalModelRequestFields: { top_k: 5 },
}
const usage = { inputTokens: 2, outputTokens: 5, totalTokens: 1329, cacheReadInputTokens: 1322, cacheWriteInputTokens: 0 }
const twice = { ...usage, cacheReadInputTokenCount: 1322, cacheWriteInputTokenCount: 0, serverToolUsage: {} }
const sample = { format: 'converse', path, request, status: 200 }

/** Text of a stream, from names and contents of its events. */
const streamOf = (...events: readonly (readonly [string, object])[]): string =>
  events.map(([name, value]) => `event: ${name}\ndata: ${JSON.stringify(value)}\n\n`).join('')

const corpus: readonly Recording[] = [
  {
    ...sample,
    id: 'an answer',
    response: {
      output: { message: { role: 'assistant', content: [{ text: 'I ask.' }, call] } },
      stopReason: 'tool_use',
      usage: twice,
      metrics: { latencyMs: 900 },
    },
  },
  {
    ...sample,
    id: 'a stream',
    path: `${path}-stream`,
    stream: streamOf(
      ['messageStart', { role: 'assistant' }],
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { text: 'Hm.' } } }],
      ['contentBlockStop', { contentBlockIndex: 0 }],
      ['contentBlockDelta', { contentBlockIndex: 1, delta: { text: 'I ' } }],
      ['contentBlockDelta', { contentBlockIndex: 1, delta: { text: 'ask.' } }],
      ['contentBlockStop', { contentBlockIndex: 1 }],
      ['contentBlockStart', { contentBlockIndex: 2, start: { toolUse: { toolUseId: 't1', name: 'weather' } } }],
      ['contentBlockDelta', { contentBlockIndex: 2, delta: { toolUse: { input: '' } } }],
      ['contentBlockDelta', { contentBlockIndex: 2, delta: { toolUse: { input: '{"city":' } } }],
      ['contentBlockDelta', { contentBlockIndex: 2, delta: { toolUse: { input: '"Oslo"}' } } }],
      ['contentBlockStop', { contentBlockIndex: 2 }],
      ['messageStop', { stopReason: 'tool_use', additionalModelResponseFields: { delta: { stop_sequence: null } } }],
      ['metadata', { usage: twice, metrics: { latencyMs: 900 } }],
    ),
  },
  {
    ...sample,
    id: 'a stream that fails',
    path: `${path}-stream`,
    stream: streamOf(
      ['messageStart', { role: 'assistant' }],
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'I' } }],
      ['exception', { type: 'throttlingException', message: 'slow down' }],
    ),
  },
  { ...sample, id: 'a failure', status: 400, response: { message: 'Input is too long for requested model.' } },
  { ...sample, id: 'another failure', status: 429, response: { __type: 'com.amazon#ThrottlingException', message: 'slow down' } },
]

describeAdapterLaws(converse.adapter, { strict: true, edge: converse, declared: [notice], corpus, runs: 100 })
