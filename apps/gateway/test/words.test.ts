import { beforeAll, describe, expect, test } from 'vitest'
import { post, type Answer } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'

// A word that a field does not take is refused by the field's name, whatever the upstream speaks.
let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway()
})

const formats = ['messages', 'responses', 'chat', 'contents'] as const
type Format = (typeof formats)[number]

function ask(format: Format, to: Format, more: object): Promise<Answer> {
  const model = `demo-${to}`
  if (format === 'messages')
    return post(`${gateway.url}/v1/messages`, { model, max_tokens: 2000, messages: [{ role: 'user', content: 'Hello' }], ...more })
  if (format === 'responses') return post(`${gateway.url}/v1/responses`, { model, input: [{ role: 'user', content: 'Hello' }], ...more })
  if (format === 'chat')
    return post(`${gateway.url}/v1/chat/completions`, { model, messages: [{ role: 'user', content: 'Hello' }], ...more })
  return post(`${gateway.url}/v1beta/models/${model}:generateContent`, {
    contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
    ...more,
  })
}

const wrong: readonly (readonly [Format, string, object])[] = [
  ['messages', 'messages.0.role', { messages: [{ role: 'wizard', content: 'Hello' }] }],
  ['messages', 'thinking.type', { thinking: { type: 'enabeld', budget_tokens: 1024 } }],
  ['messages', 'tool_choice.type', { tools: [{ name: 'a', input_schema: { type: 'object' } }], tool_choice: { type: 'sometimes' } }],
  ['messages', 'output_config.effort', { output_config: { effort: 'hard' } }],
  ['messages', 'output_config.format.type', { output_config: { format: { type: 'xml', schema: {} } } }],
  [
    'messages',
    'messages.0.content.1.type',
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }, { type: 'hologram' }] }] },
  ],
  ['messages', 'system.0.type', { system: [{ type: 'hologram', text: 'Hello' }] }],
  ['messages', 'system.0.cache_control.type', { system: [{ type: 'text', text: 'Hello', cache_control: { type: 'for-ever' } }] }],
  [
    'messages',
    'system.0.cache_control.ttl',
    { system: [{ type: 'text', text: 'Hello', cache_control: { type: 'ephemeral', ttl: '9h' } }] },
  ],
  [
    'messages',
    'messages.0.content.0.cache_control.type',
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello', cache_control: { type: 'for-ever' } }] }] },
  ],
  ['messages', 'tools.0.name', { tools: [{ type: 'web_search_20250305', name: 'find', max_uses: 3 }] }],
  ['responses', 'input[0].role', { input: [{ role: 'wizard', content: 'Hello' }] }],
  ['responses', 'reasoning.effort', { reasoning: { effort: 'hard' } }],
  ['responses', 'reasoning.summary', { reasoning: { summary: 'long' } }],
  ['responses', 'tool_choice', { tool_choice: 'sometimes' }],
  ['responses', 'tool_choice.type', { tools: [{ type: 'function', name: 'a', parameters: {} }], tool_choice: { type: 'sometimes' } }],
  ['responses', 'input[0].content[0].type', { input: [{ role: 'user', content: [{ type: 'input_hologram' }] }] }],
  [
    'responses',
    'tools[0].user_location.type',
    { tools: [{ type: 'web_search_preview', user_location: { type: 'exact', country: 'NO' } }] },
  ],
  ['responses', 'text.format.type', { text: { format: { type: 'xml' } } }],
  ['responses', 'tools[0].search_context_size', { tools: [{ type: 'web_search_preview', search_context_size: 'huge' }] }],
  ['chat', 'messages[0].role', { messages: [{ role: 'wizard', content: 'Hello' }] }],
  ['chat', 'reasoning_effort', { reasoning_effort: 'hard' }],
  ['chat', 'verbosity', { verbosity: 'loud' }],
  ['chat', 'tool_choice.type', { tools: [{ type: 'function', function: { name: 'a' } }], tool_choice: { type: 'sometimes' } }],
  ['chat', 'messages[0].content[0].type', { messages: [{ role: 'user', content: [{ type: 'hologram' }] }] }],
  ['chat', 'response_format.type', { response_format: { type: 'xml' } }],
  ['chat', 'modalities[1]', { modalities: ['text', 'smell'] }],
  ['contents', 'contents[0].role', { contents: [{ role: 'assistant', parts: [{ text: 'Hello' }] }] }],
  ['contents', 'contents[1].role', { contents: [{ parts: [{ text: 'Hello' }] }, { role: 'system', parts: [{ text: 'Hello' }] }] }],
  ['contents', 'generationConfig.thinkingConfig.thinkingLevel', { generationConfig: { thinkingConfig: { thinkingLevel: 'HUGE' } } }],
  ['contents', 'generation_config.thinking_config.thinking_level', { generation_config: { thinking_config: { thinking_level: 'HUGE' } } }],
  ['contents', 'toolConfig.functionCallingConfig.mode', { toolConfig: { functionCallingConfig: { mode: 'SOMETIMES' } } }],
  ['contents', 'contents[0].role', { contents: [{ role: 'function', parts: [{ text: 'Hello' }] }] }],
  ['contents', 'generationConfig.responseModalities[0]', { generationConfig: { responseModalities: ['SMELL'] } }],
  [
    'contents',
    'tools[0].googleSearchRetrieval.dynamicRetrievalConfig.mode',
    { tools: [{ googleSearchRetrieval: { dynamicRetrievalConfig: { mode: 'MODE_WILD', dynamicThreshold: 0.3 } } }] },
  ],
]

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Paths whose field takes one word only. */
const alone: ReadonlySet<string> = new Set([
  'output_config.format.type',
  'system.0.type',
  'system.0.cache_control.type',
  'messages.0.content.0.cache_control.type',
  'tools.0.name',
  'tools[0].user_location.type',
])

describe.each(formats)('a model whose upstream speaks %s', (to) => {
  test.each(wrong.filter(([format]) => format !== to))('refuses a word of %s that %s does not take', async (format, field, more) => {
    const answer = await ask(format, to, more)
    expect(answer.status, answer.text).toBe(400)
    // The field stands in the text, whatever field for it the dialect's errors have.
    expect(answer.text).toContain(`${field}: must be `)
    if (!alone.has(field)) expect(answer.text).toMatch(/ or \w+/)
  })

  test.each(wrong.filter(([format]) => format === to))(
    'refuses by itself a word of %s that %s does not take',
    async (format, field, more) => {
      const answer = await ask(format, to, more)
      expect(answer.status, answer.text).toBe(400)
      const [first = ''] = field.split(/[.[]/)
      expect(answer.text).toMatch(new RegExp(`${first}|${snake(first)}`))
    },
  )

  test('leaves parts that nobody knows out of older turns, and says so', async () => {
    const turns = (part: object, text: object) => [
      { role: 'user', content: [text, part] },
      { role: 'assistant', content: 'Yes' },
      { role: 'user', content: 'Go on' },
    ]
    for (const [format, more] of [
      ['messages', { messages: turns({ type: 'hologram' }, { type: 'text', text: 'Hello' }) }],
      ['responses', { input: turns({ type: 'input_hologram' }, { type: 'input_text', text: 'Hello' }) }],
      ['chat', { messages: turns({ type: 'hologram' }, { type: 'text', text: 'Hello' }) }],
    ] as const) {
      if (format === to) continue
      const answer = await ask(format, to, more)
      expect([answer.status, answer.headers.get('interlingua-notices')], answer.text).toEqual([
        200,
        expect.stringContaining(`${to}/opaque`),
      ])
    }
  })

  test('takes the words that are listed, and those of the newest SDK', async () => {
    for (const [format, more] of [
      ['responses', { reasoning: { effort: 'low', summary: 'concise' } }],
      ['responses', { reasoning: { effort: 'xhigh' }, tool_choice: 'auto' }],
      ['messages', { thinking: { type: 'enabled', budget_tokens: 1024 } }],
      ['chat', { reasoning_effort: 'minimal' }],
      ['contents', { generationConfig: { thinkingConfig: { thinkingLevel: 'low' } } }],
      [
        'contents',
        {
          tools: [{ functionDeclarations: [{ name: 'find', parametersJsonSchema: { type: 'object' } }] }],
          toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
        },
      ],
    ] as const) {
      const answer = await ask(format, to, more)
      expect(answer.status, answer.text).toBe(200)
    }
  })
})

test('a count of tokens names a wrong role as well', async () => {
  const body = { model: 'demo-contents', messages: [{ role: 'wizard', content: 'Hello' }] }
  const answer = await post(`${gateway.url}/v1/messages/count_tokens`, body)
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('messages.0.role: must be user, assistant or system')])
})
