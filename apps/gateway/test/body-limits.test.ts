import { expect, test } from 'vitest'
import { checkCounts, scanBody } from '../../../packages/gateway/src/body/parse-body.ts'
import { post } from './post.ts'
import { startGateway } from './start-gateway.ts'

const gateway = await startGateway({ limits: { tools: 3, turns: 4, parts: 5, values: 20_000, depth: 50 } })
const list = (length: number, item: unknown): unknown[] => Array.from({ length }, () => item)
const user = { role: 'user', content: 'hi' }
const bytesOf = (text: string): Buffer => Buffer.from(text.padEnd(40_000, ' '))

test.each([
  ['/v1/chat/completions', { model: 'demo-chat', messages: list(5, user) }, 'messages: more than the 4 turns'],
  [
    '/v1/chat/completions',
    { model: 'demo-chat', messages: [{ role: 'assistant', tool_calls: list(6, {}) }] },
    'messages[0]: more than the 5 parts',
  ],
  ['/v1/messages', { model: 'demo-chat', max_tokens: 1, messages: [user], tools: list(4, { name: 'a' }) }, 'tools: more than the 3 tools'],
  [
    '/v1/messages',
    {
      model: 'demo-chat',
      max_tokens: 1,
      messages: [{ role: 'user', content: [{ type: 'tool_result', content: list(5, { type: 'text' }) }] }],
    },
    'messages.0: more than the 5 parts',
  ],
  ['/v1/responses', { model: 'demo-chat', input: list(5, user) }, 'input: more than the 4 turns'],
  [
    '/v1/responses',
    { model: 'demo-chat', input: 'hi', tools: [{ type: 'namespace', name: 'n', tools: list(3, {}) }] },
    'tools[0].tools: more than the 3 tools',
  ],
  [
    '/v1beta/models/demo-chat:generateContent',
    { contents: [{ role: 'user', parts: [{ text: 'hi' }] }], tools: [{ functionDeclarations: list(3, { name: 'a' }) }] },
    'tools[0].functionDeclarations: more than the 3 tools',
  ],
  ['/v1/chat/completions', { model: 'demo-chat', messages: [user], extra: list(20_000, 1) }, 'more than 20000 values'],
  ['/v1/chat/completions', { model: 'demo-chat', messages: [user], ...list(1000, 1) }, 'more than 1000 fields'],
  ['/v1/chat/completions', `{"extra":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'deeper than 50 levels'],
])('%s refuses what is too much, and names the field', async (path, body, words) => {
  const { status, text } = await post(gateway.url + path, body)
  expect(status).toBe(400)
  expect(text).toContain(words)
})

const content = { role: 'user', parts: [{ text: 'hi' }] }
const block = { type: 'text', text: 'hi' }

test.each([
  ['/v1/translate?from=chat&to=messages', { model: 'demo-chat', messages: list(5, user) }, 'messages: more than the 4 turns'],
  ['/v1beta/cachedContents', { model: 'models/demo-chat', contents: list(5, content) }, 'contents: more than the 4 turns'],
  ['/v1/conversations', { items: list(5, { ...user, type: 'message' }) }, 'items: more than the 4 turns'],
  [
    '/v1/conversations',
    { items: [{ type: 'message', role: 'user', content: list(6, { type: 'input_text', text: 'x' }) }] },
    'more than the 5 parts',
  ],
  ['/v1/messages', { model: 'demo-chat', max_tokens: 1, messages: [user], system: list(6, block) }, 'system: more than the 5 parts'],
  [
    '/v1beta/models/demo-chat:generateContent',
    { contents: [content], system_instruction: { parts: list(6, { text: 'x' }) } },
    'system_instruction: more than the 5 parts',
  ],
  ['/v1/images/generations', { model: 'demo-image', prompt: 'x', extra: list(20_000, 1) }, 'more than 20000 values'],
  ['/v1/images/generations', { model: 'demo-image', prompt: 'x', ...list(1000, 1) }, 'more than 1000 fields'],
  ['/v1/images/edits', `{"extra":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'deeper than 50 levels'],
  ['/v1beta/models/demo-image:predict', { instances: [{ prompt: 'x' }], ...list(1000, 1) }, 'more than 1000 fields'],
  ['/v1/video/generations', { model: 'demo-video', prompt: 'x', extra: list(20_000, 1) }, 'more than 20000 values'],
  ['/v1/video/generations', { model: 'demo-video', content: list(6, block) }, 'content: more than the 5 parts'],
  ['/v1/embeddings', { model: 'demo-embed', input: 'x', ...list(1000, 1) }, 'more than 1000 fields'],
])('%s refuses what is too much as a request for an answer does', async (path, body, words) => {
  const { status, text } = await post(gateway.url + path, body)
  expect([status, text]).toEqual([400, expect.stringContaining(words)])
})

test('the JSON in a field of a form is limited likewise', async () => {
  const form = new FormData()
  form.set('model', 'demo-video')
  form.set('prompt', 'x')
  form.set('metadata', `{"extra":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)
  const answer = await fetch(`${gateway.url}/v1/video/generations`, {
    method: 'POST',
    headers: { authorization: 'Bearer any' },
    body: form,
  })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('deeper than 50 levels')])
})

test('embeddings of more texts than a request has turns are taken', async () => {
  const body = { model: 'demo-embed', input: list(6, 'x') }
  expect((await post(`${gateway.url}/v1/embeddings`, body)).status).not.toBe(400)
})

test('what is at its limits is taken', async () => {
  const tool = { name: 'a', input_schema: { type: 'object' } }
  const body = {
    model: 'demo-messages',
    max_tokens: 1,
    messages: list(4, user),
    tools: [tool, { ...tool, name: 'b' }, { ...tool, name: 'c' }],
  }
  expect((await post(`${gateway.url}/v1/messages`, body)).status).toBe(200)
})

test('a token count is limited likewise', async () => {
  const { status } = await post(`${gateway.url}/v1/messages/count_tokens`, { model: 'demo-messages', messages: list(5, user) })
  expect(status).toBe(400)
})

test('what strings hold is neither depth nor values, however it is escaped', () => {
  const text = JSON.stringify({ a: '[,'.repeat(500), b: '\\"[,['.repeat(500), c: '\\'.repeat(99), d: ['"', '\\', '\\"'] })
  const limits = { depth: 3, values: 8 }
  expect(scanBody(bytesOf(text), limits)).toBeUndefined()
  expect(scanBody(bytesOf(text), { ...limits, values: 5 })).toBeDefined()
  expect(scanBody(bytesOf(text), { ...limits, depth: 1 })).toBeDefined()
})

test('a string without an end is left to the parser', () => {
  expect(scanBody(bytesOf('{"a":"'), { depth: 1, values: 1 })).toBeUndefined()
})

test('the request that a native count holds is limited too', () => {
  const limits = { depth: 9, values: 9, tools: 9, turns: 1, parts: 9 }
  expect(checkCounts({ generateContentRequest: { contents: [{}, {}] } }, limits)?.failure.path).toBe('/generateContentRequest/contents')
})
