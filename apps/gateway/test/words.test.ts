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
  ['responses', 'input[0].role', { input: [{ role: 'wizard', content: 'Hello' }] }],
  ['responses', 'reasoning.effort', { reasoning: { effort: 'hard' } }],
  ['responses', 'reasoning.summary', { reasoning: { summary: 'long' } }],
  ['responses', 'tool_choice', { tool_choice: 'sometimes' }],
  ['responses', 'tools[0].search_context_size', { tools: [{ type: 'web_search_preview', search_context_size: 'huge' }] }],
  ['chat', 'messages[0].role', { messages: [{ role: 'wizard', content: 'Hello' }] }],
  ['chat', 'reasoning_effort', { reasoning_effort: 'hard' }],
  ['chat', 'verbosity', { verbosity: 'loud' }],
  ['contents', 'contents[0].role', { contents: [{ role: 'assistant', parts: [{ text: 'Hello' }] }] }],
  ['contents', 'contents[1].role', { contents: [{ parts: [{ text: 'Hello' }] }, { role: 'system', parts: [{ text: 'Hello' }] }] }],
  ['contents', 'generationConfig.thinkingConfig.thinkingLevel', { generationConfig: { thinkingConfig: { thinkingLevel: 'HUGE' } } }],
  ['contents', 'generation_config.thinking_config.thinking_level', { generation_config: { thinking_config: { thinking_level: 'HUGE' } } }],
  ['contents', 'toolConfig.functionCallingConfig.mode', { toolConfig: { functionCallingConfig: { mode: 'SOMETIMES' } } }],
]

describe.each(formats)('a model whose upstream speaks %s', (to) => {
  test.each(wrong.filter(([format]) => format !== to))('refuses a word of %s that %s does not take', async (format, field, more) => {
    const answer = await ask(format, to, more)
    expect(answer.status, answer.text).toBe(400)
    // In the text, whatever the dialect has beside it for the field's name.
    expect(answer.text).toContain(`${field}: must be `)
    expect(answer.text).toMatch(/ or \w+/)
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
