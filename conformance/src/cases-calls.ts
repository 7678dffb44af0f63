import type { JsonObject } from '@interlingua/core'
import { hello, png, requests, schema, turn, user } from './case-documents.ts'
import type { EquivalenceCase } from './equivalence-case.ts'

const { messages: m, chat: c, responses: r, contents: g } = requests
const mTool = { name: 'get_weather', input_schema: schema }
const cTool = { type: 'function', function: { name: 'get_weather', parameters: schema } }
const rTool = { type: 'function', name: 'get_weather', parameters: schema, strict: false }
const gTools = { functionDeclarations: [{ name: 'get_weather', parametersJsonSchema: schema }] }
const call = (id: string, args: string): JsonObject => ({ id, type: 'function', function: { name: 'get_weather', arguments: args } })
const item = (id: string, args: string): JsonObject => ({ type: 'function_call', call_id: id, name: 'get_weather', arguments: args })
const output = (id: string, value: JsonObject['output']): JsonObject => ({ type: 'function_call_output', call_id: id, output: value ?? '' })
const gCall = (id: string, args: JsonObject): JsonObject => ({ functionCall: { id, name: 'get_weather', args } })
const gResult = (id: string, response: JsonObject, rest: JsonObject = {}): JsonObject => ({
  functionResponse: { id, name: 'get_weather', response, ...rest },
})
const use = (id: string, args: JsonObject): JsonObject => ({ type: 'tool_use', id, name: 'get_weather', input: args })
const result = (id: string, content: JsonObject['content'], rest: JsonObject = {}): JsonObject => ({
  type: 'tool_result',
  tool_use_id: id,
  content: content ?? '',
  ...rest,
})

/** Model that needs no signatures, since those of other vendors' calls are none. */
const contexts = { contents: { model: { format: 'contents', pattern: 'gemini-2*', asOf: '2026-11-21', needsSeal: false } } } as const

/** Cells for calls and their results: section 2.4. */
export const callCases: readonly EquivalenceCase[] = [
  {
    equivalence: '2.4 calls with arguments, and results as text',
    contexts,
    spelled: {
      messages: m({
        tools: [mTool],
        messages: [
          hello,
          { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, use('call_1', { city: 'Oslo' }), use('call_2', {})] },
          user([result('call_1', 'Rain.'), result('call_2', 'Sun.')]),
        ],
      }),
      chat: c({
        tools: [cTool],
        messages: [
          hello,
          { role: 'assistant', content: 'I look.', tool_calls: [call('call_1', '{"city":"Oslo"}'), call('call_2', '{}')] },
          { role: 'tool', tool_call_id: 'call_1', content: 'Rain.' },
          { role: 'tool', tool_call_id: 'call_2', content: 'Sun.' },
        ],
      }),
      responses: r({
        tools: [rTool],
        input: [
          hello,
          { role: 'assistant', content: 'I look.' },
          item('call_1', '{"city":"Oslo"}'),
          item('call_2', '{}'),
          output('call_1', 'Rain.'),
          output('call_2', 'Sun.'),
        ],
      }),
      contents: g({
        tools: [gTools],
        contents: [
          turn('user', { text: 'Hello' }),
          turn('model', { text: 'I look.' }, gCall('call_1', { city: 'Oslo' }), gCall('call_2', {})),
          turn('user', gResult('call_1', { output: 'Rain.' }), gResult('call_2', { output: 'Sun.' })),
        ],
      }),
    },
  },
  {
    equivalence: '2.4 a result with an image',
    contexts,
    spelled: {
      messages: m({
        tools: [mTool],
        messages: [
          hello,
          { role: 'assistant', content: [use('call_1', { city: 'Oslo' })] },
          user([
            result('call_1', [
              { type: 'text', text: 'Rain.' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
            ]),
          ]),
        ],
      }),
      responses: r({
        tools: [rTool],
        input: [
          hello,
          item('call_1', '{"city":"Oslo"}'),
          output('call_1', [
            { type: 'input_text', text: 'Rain.' },
            { type: 'input_image', image_url: `data:image/png;base64,${png}` },
          ]),
        ],
      }),
      contents: g({
        tools: [gTools],
        contents: [
          turn('user', { text: 'Hello' }),
          turn('model', gCall('call_1', { city: 'Oslo' })),
          turn('user', gResult('call_1', { output: 'Rain.' }, { parts: [{ inlineData: { mimeType: 'image/png', data: png } }] })),
        ],
      }),
    },
  },
  {
    equivalence: '2.4 a result that is an error',
    contexts,
    spelled: {
      messages: m({
        tools: [mTool],
        messages: [
          hello,
          { role: 'assistant', content: [use('call_1', { city: 'Oslo' })] },
          user([result('call_1', 'No.', { is_error: true })]),
        ],
      }),
      contents: g({
        tools: [gTools],
        contents: [
          turn('user', { text: 'Hello' }),
          turn('model', gCall('call_1', { city: 'Oslo' })),
          turn('user', gResult('call_1', { error: 'No.' })),
        ],
      }),
    },
  },
  {
    equivalence: '2.4 free-form calls and results',
    spelled: {
      chat: c({
        tools: [{ type: 'custom', custom: { name: 'run' } }],
        messages: [
          hello,
          { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'custom', custom: { name: 'run', input: 'ls' } }] },
          { role: 'tool', tool_call_id: 'call_1', content: 'a' },
        ],
      }),
      responses: r({
        tools: [{ type: 'custom', name: 'run' }],
        input: [
          hello,
          { type: 'custom_tool_call', call_id: 'call_1', name: 'run', input: 'ls' },
          { type: 'custom_tool_call_output', call_id: 'call_1', output: 'a' },
        ],
      }),
    },
  },
]
