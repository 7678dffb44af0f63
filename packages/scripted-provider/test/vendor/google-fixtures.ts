import type { JsonObject } from '@interlingua/core'
import { contents, declare, gif, png } from './fixture.ts'
import type { Fixture } from './fixture.ts'

const ask = { role: 'user', parts: [{ text: 'Hello' }] } as const
const config = (generationConfig: JsonObject): JsonObject => ({ generationConfig })
const thinking = (thinkingConfig: JsonObject): JsonObject => config({ thinkingConfig })
const call = (more: JsonObject = {}, id: JsonObject = {}): JsonObject => ({
  role: 'model',
  parts: [{ functionCall: { name: 'find', args: {}, ...id }, ...more }],
})
const result = (more: JsonObject = {}, id: JsonObject = {}): JsonObject => ({
  role: 'user',
  parts: [{ functionResponse: { name: 'find', response: { output: 'Found' }, ...id, ...more } }],
})
const tools = [declare({ name: 'find' })] as const
const schema = (parameters: JsonObject): JsonObject => ({ tools: [declare({ name: 'find', parameters })] })
const picture = (mimeType: string, data: string): JsonObject => ({
  contents: [{ role: 'user', parts: [{ inlineData: { mimeType, data } }] }],
})

/** For each rule of Google's a request that breaks it and a near one that keeps it. */
export const googleFixtures: readonly Fixture[] = [
  ['G1', contents('gemini-2.5-pro', thinking({ thinkingBudget: 127 })), contents('gemini-2.5-pro', thinking({ thinkingBudget: 128 }))],
  ['G1', contents('gemini-2.5-pro', thinking({ thinkingBudget: 0 })), contents('gemini-2.5-flash', thinking({ thinkingBudget: 0 }))],
  [
    'G1',
    contents('gemini-2.5-flash-lite', thinking({ thinkingBudget: 511 })),
    contents('gemini-2.5-flash', thinking({ thinkingBudget: 24_576 })),
  ],
  [
    'G2',
    contents('gemini-2.5-flash', thinking({ thinkingLevel: 'LOW' })),
    contents('gemini-3.5-flash', thinking({ thinkingLevel: 'LOW' })),
  ],
  [
    'G3',
    contents('demo-contents', thinking({ thinkingLevel: 'LOW', thinkingBudget: 512 })),
    contents('demo-contents', thinking({ thinkingLevel: 'LOW' })),
  ],
  ['G4', contents('gemini-2.0-flash', thinking({ thinkingBudget: 0 })), contents('gemini-2.0-flash', thinking({}))],
  [
    'G5',
    contents('gemini-3.1-pro', thinking({ thinkingLevel: 'MINIMAL' })),
    contents('gemini-3.1-pro', thinking({ thinkingLevel: 'MEDIUM' })),
  ],
  [
    'G5',
    contents('gemini-3-pro-preview', thinking({ thinkingLevel: 'MEDIUM' })),
    contents('gemini-3.5-flash', thinking({ thinkingLevel: 'MINIMAL' })),
  ],
  ['G6', contents('gemini-3.1-pro', thinking({ thinkingBudget: 0 })), contents('gemini-3.1-pro', thinking({ thinkingBudget: 128 }))],
  ['G7', contents('gemini-2.5-flash', config({ presencePenalty: 0 })), contents('gemini-2.0-flash', config({ presencePenalty: 0 }))],
  [
    'G8',
    contents('gemini-2.5-flash', config({ responseLogprobs: true })),
    contents('gemini-2.5-flash', config({ responseLogprobs: true }), { vendor: 'vertex' }),
  ],
  ['G9', contents('gemini-3.5-flash', config({ candidateCount: 2 })), contents('gemini-2.5-flash', config({ candidateCount: 2 }))],
  [
    'G10',
    contents('demo-contents', config({ stopSequences: [...'abcdef'] })),
    contents('demo-contents', config({ stopSequences: [...'abcde'] })),
  ],
  ['G11', contents('gemini-2.0-flash', config({ maxOutputTokens: 8193 })), contents('gemini-2.0-flash', config({ maxOutputTokens: 8192 }))],
  ['G11', contents('demo-contents', config({ seed: 2_147_483_648 })), contents('demo-contents', config({ seed: 2_147_483_647 }))],
  ['G12', contents('demo-contents', { temperature: 1 }), contents('demo-contents', { generation_config: { top_p: 1 } })],
  ['G12', contents('demo-contents', config({ temperature: 2.1 })), contents('demo-contents', config({ temperature: 2 }))],
  [
    'G12',
    contents('demo-contents', schema({ type: 'OBJECT', properties: { a: { type: 'STRING', const: 'a' } } })),
    contents('demo-contents', schema({ type: 'OBJECT', properties: { a: { type: 'STRING', enum: ['a'] } } })),
  ],
  [
    'G13',
    contents('demo-contents', { contents: [{ role: 'assistant', parts: [{ text: 'Hi' }] }] }),
    contents('demo-contents', { contents: [ask, { role: 'model', parts: [{ text: 'Hi' }] }, ask] }),
  ],
  [
    'G13',
    contents('gemini-2.5-flash', { contents: [{ role: 'user', parts: [{ text: '' }, { text: 'Hi' }] }] }, { vendor: 'vertex' }),
    contents('gemini-2.5-flash', { contents: [{ role: 'user', parts: [{ text: '' }, { text: 'Hi' }] }] }),
  ],
  [
    'G14',
    contents('demo-contents', { tools, contents: [ask, call()] }),
    contents('demo-contents', { tools, contents: [ask, call(), result()] }),
  ],
  [
    'G14',
    contents('demo-contents', { tools, contents: [ask, result()] }),
    contents('demo-contents', { tools, contents: [ask, call(), result()] }),
  ],
  [
    'G15',
    contents('gemini-3.6-flash', { contents: [ask, { role: 'model', parts: [{ text: 'Yes' }] }] }),
    contents('gemini-3.5-flash', { contents: [ask, { role: 'model', parts: [{ text: 'Yes' }] }] }),
  ],
  [
    'G16',
    contents('demo-contents', { tools: [declare({ name: '1st' })] }),
    contents('demo-contents', { tools: [declare({ name: 'a.b:c-d' })] }),
  ],
  [
    'G16',
    contents('demo-contents', { tools: [declare({ name: 'n'.repeat(65) })] }),
    contents('demo-contents', { tools: [declare({ name: 'n'.repeat(64) })] }),
  ],
  [
    'G18',
    contents('demo-contents', {
      tools: [declare({ name: 'find', parameters: { type: 'STRING' }, parametersJsonSchema: { type: 'object' } })],
    }),
    contents('demo-contents', { tools: [declare({ name: 'find', parametersJsonSchema: { type: 'object' } })] }),
  ],
  [
    'G18',
    contents('demo-contents', config({ responseJsonSchema: { type: 'object' } })),
    contents('demo-contents', config({ responseJsonSchema: { type: 'object' }, responseMimeType: 'application/json' })),
  ],
  [
    'G19',
    contents('demo-contents', schema({ type: 'OBJECT', properties: { a: { type: 'INTEGER', enum: ['1'] } } })),
    contents('demo-contents', schema({ type: 'OBJECT', properties: { a: { type: 'STRING', enum: ['1'] } } })),
  ],
  [
    'G19-json',
    contents(
      'gemini-3.5-flash',
      { tools: [declare({ name: 'find', parametersJsonSchema: { type: 'object', properties: { a: { enum: [1] } } } })] },
      { inferred: ['G19-json'] },
    ),
    contents(
      'gemini-3.5-flash',
      { tools: [declare({ name: 'find', parametersJsonSchema: { type: 'object', properties: { a: { enum: ['1'] } } } })] },
      { inferred: ['G19-json'] },
    ),
  ],
  [
    'G20',
    contents('gemini-3.5-flash', schema({ type: 'OBJECT', properties: {} })),
    contents('gemini-2.5-flash', schema({ type: 'OBJECT', properties: {} })),
  ],
  [
    'G20',
    contents('demo-contents', schema({ type: 'OBJECT', properties: { a: { type: 'ARRAY' } } })),
    contents('demo-contents', schema({ type: 'OBJECT', properties: { a: { type: 'ARRAY', items: { type: 'STRING' } } } })),
  ],
  [
    'G22',
    contents('gemini-2.5-flash', { tools, ...config({ responseMimeType: 'application/json' }) }),
    contents('gemini-3.5-flash', { tools, ...config({ responseMimeType: 'application/json' }) }),
  ],
  [
    'G23',
    contents('gemini-2.5-flash', { tools: [...tools, { googleSearch: {} }], toolConfig: { includeServerSideToolInvocations: true } }),
    contents('gemini-3.5-flash', { tools: [...tools, { googleSearch: {} }], toolConfig: { includeServerSideToolInvocations: true } }),
  ],
  [
    'G24',
    contents('demo-contents', { tools, toolConfig: { functionCallingConfig: { mode: 'AUTO', allowedFunctionNames: ['find'] } } }),
    contents('demo-contents', { tools, toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['find'] } } }),
  ],
  [
    'G24',
    contents('demo-contents', { toolConfig: { functionCallingConfig: { mode: 'ANY' } } }),
    contents('demo-contents', { toolConfig: { functionCallingConfig: { mode: 'NONE' } } }),
  ],
  [
    'G26',
    contents('gemini-2.5-flash', {
      tools,
      contents: [ask, call(), result({ parts: [{ inlineData: { mimeType: 'image/png', data: png } }] })],
    }),
    contents('gemini-3.5-flash', {
      tools,
      contents: [ask, call({ thoughtSignature: 'c2ln' }), result({ parts: [{ inlineData: { mimeType: 'image/png', data: png } }] })],
    }),
  ],
  [
    'G27',
    contents('gemini-3.5-flash', { tools, contents: [ask, call(), result()] }),
    contents('gemini-3.5-flash', { tools, contents: [ask, call({ thoughtSignature: 'c2ln' }), result()] }),
  ],
  [
    'G27',
    contents('gemini-3.5-flash', { tools, contents: [ask, call({ thoughtSignature: 'c2ln' }), result(), call(), result()] }),
    contents('gemini-3.5-flash', { tools, contents: [ask, call(), result(), { role: 'model', parts: [{ text: 'Yes' }] }, ask] }),
  ],
  [
    'G29',
    contents('gemini-2.5-flash', { tools, contents: [ask, call({}, { id: 'a' }), result({}, { id: 'a' })] }, { vendor: 'vertex' }),
    contents('gemini-2.5-flash', { tools, contents: [ask, call({}, { id: 'a' }), result({}, { id: 'a' })] }),
  ],
  ['G30', contents('demo-contents', picture('image/gif', gif)), contents('demo-contents', picture('image/png', png))],
  ['G30', contents('demo-contents', picture('image/jpg', png)), contents('demo-contents', picture('image/jpeg', png))],
  [
    'G32',
    contents('demo-contents', { cachedContent: 'cachedContents/a', tools }),
    contents('demo-contents', { cachedContent: 'cachedContents/a' }),
  ],
  ['G33', contents('gemini-2.5-flash', { labels: { a: 'b' } }), contents('gemini-2.5-flash', { labels: { a: 'b' } }, { vendor: 'vertex' })],
  [
    'G34',
    contents('gemma-3-27b-it', { systemInstruction: { parts: [{ text: 'Hi' }] } }),
    contents('gemini-2.5-flash', { systemInstruction: { parts: [{ text: 'Hi' }] } }),
  ],
  [
    'G-tools',
    contents('demo-contents', { tools: [declare({ name: 'find' }, { name: 'find' })] }),
    contents('demo-contents', { tools: [declare({ name: 'find' }, { name: 'lose' })] }),
  ],
  [
    'G-config',
    contents('demo-contents', config({ logprobs: 2 })),
    contents('demo-contents', config({ logprobs: 2, responseLogprobs: true })),
  ],
]
