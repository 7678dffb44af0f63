import { createTestContext } from '@interlingua/testkit'
import { expect, test } from 'vitest'
import { chat } from '../src/index.ts'

test.each([
  ['stop', 'stop', 'completed'],
  ['length', 'length', 'incomplete'],
  ['tool_calls', 'tool-calls', 'completed'],
  ['content_filter', 'content-filter', 'incomplete'],
  ['function_call', 'tool-calls', 'completed'],
  ['model_length', 'length', 'incomplete'],
  ['a word of tomorrow', 'other', 'incomplete'],
])('a choice that ends with %s ends as %s', (word, unified, status) => {
  const { context } = createTestContext()
  const body = {
    id: 'x',
    object: 'chat.completion',
    created: 0,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: word }],
  }
  const response = chat.decodeResponse(chat.parseResponse({ status: 200, headers: {}, body }, context), context)
  expect([response.candidates[0]?.finish?.unified, response.status]).toEqual([unified, status])
})
