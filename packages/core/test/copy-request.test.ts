import { expect, test } from 'vitest'
import type { GenerateRequest } from '@interlingua/core'
import { copyRequest } from '@interlingua/core/adapter'

/** Each field that a request may have: a new one must be added here, or this is no `Required<GenerateRequest>`. */
const full: Required<GenerateRequest> = {
  at: '',
  fields: { user: '/user' },
  extensions: { chat: { rest: { a: 1 } } },
  model: 'm',
  turns: [{ author: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
  tools: [{ type: 'function', name: 'f', schema: {} }],
  toolChoice: { mode: 'auto' },
  output: { maxTokens: 1 },
  sampling: { temperature: 1 },
  reasoning: { mode: 'off' },
  cache: {},
  state: { store: true },
  safety: [{ category: 'c', threshold: 't' }],
  serviceTier: 'fast',
  user: 'u',
  metadata: { a: 'b' },
  stream: true,
}

test('a copy has every field, and no others', () => {
  expect(copyRequest(full, full.state)).toEqual(full)
  const { model, turns } = full
  expect(Object.keys(copyRequest({ model, turns }, undefined))).toEqual(['model', 'turns'])
})

test('a copy has the state that was asked for, and is no one else', () => {
  expect(copyRequest(full, { store: false }).state).toEqual({ store: false })
  const copy = copyRequest(full, undefined)
  expect(copy).not.toHaveProperty('state')
  copy.model = 'other'
  expect(full.model).toBe('m')
})
