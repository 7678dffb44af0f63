import { expect, test } from 'vitest'
import { unambiguousBytes } from '../../../packages/gateway/src/body/bytes.ts'
import { startGateway } from './start-gateway.ts'
import { startUpstream } from './start-upstream.ts'

const upstream = await startUpstream()
upstream.answer = (response) => void response.writeHead(400, { 'content-type': 'application/json' }).end('{}')
const channel = (name: 'messages' | 'responses' | 'chat' | 'contents', more: object = {}) => ({
  name,
  format: name,
  baseUrl: upstream.url,
  models: [`${name}-cheap`, `${name}-dear`, { name: `${name}-alias`, upstream: `${name}-cheap` }],
  ...more,
})
const gateway = await startGateway({
  circuitBreaker: false,
  channels: [channel('messages'), channel('responses'), channel('chat'), channel('contents')],
})
const headers = { authorization: 'Bearer any', 'content-type': 'application/json', 'anthropic-version': '2023-06-01' }
const plain = '"max_tokens":9,"messages":[{"role":"user","content":"x"}]'

test.each([
  ['/v1/messages', 'messages', plain],
  ['/v1/messages/count_tokens', 'messages', '"messages":[{"role":"user","content":"x"}]'],
  ['/v1/chat/completions', 'chat', plain],
  ['/v1/responses', 'responses', '"input":"x"'],
  ['/v1/responses/input_tokens', 'responses', '"input":"x"'],
  ['/v1/embeddings', 'chat', '"input":"x"'],
  ['/v1/images/generations', 'chat', '"prompt":"x"'],
])('%s: the upstream reads one of each key, the one that was checked', async (path, name, rest) => {
  for (const key of ['"model"', String.raw`"mod\u0065l"`, String.raw`"\u006D\u006f\u0064\u0065\u006c"`])
    for (const model of [`${name}-cheap`, `${name}-alias`])
      for (const order of [
        [key, '"model"'],
        ['"model"', key],
      ]) {
        const body = `{"stream":true, ${order[0]} : "${name}-dear", ${rest}, ${order[1]}:"${model}","stream":false}`
        const before = upstream.seen.length
        const status = (await fetch(`${gateway.url}${path}`, { method: 'POST', headers, body })).status
        for (const seen of upstream.seen.slice(before)) {
          const text = seen.body.toString()
          expect([path, text.includes('dear'), (text.match(/"stream"/g) ?? []).length <= 1]).toEqual([path, false, true])
          if (!path.includes('images')) expect(JSON.parse(text)).toMatchObject({ model: `${name}-cheap` })
        }
        expect([status, upstream.seen.length > before]).not.toEqual([200, false])
      }
})

test.each(['generateContent', 'countTokens'])('%s: a model in the body is the one of the path', async (method) => {
  const content = '"contents":[{"role":"user","parts":[{"text":"x"}]}]'
  for (const inner of [
    `{"model":"models/contents-dear",${content}}`,
    `{"model":"models/contents-dear","model":"models/contents-dear",${content}}`,
    `{"generateContentRequest":{"model":"models/contents-dear",${content}}}`,
    `{"generate_content_request":{"model":"models/contents-dear",${content}},"generateContentRequest":{"model":"contents-dear",${content}}}`,
  ])
    for (const model of ['contents-cheap', 'contents-alias']) {
      const before = upstream.seen.length
      await fetch(`${gateway.url}/v1beta/models/${model}:${method}`, { method: 'POST', headers, body: inner })
      for (const { url, body } of upstream.seen.slice(before)) expect(`${url} ${body.toString()}`).not.toContain('dear')
    }
})

const parsed = (text: string) => ({ body: JSON.parse(text), bytes: Buffer.from(text) })

test('a body in which no key is twice keeps its bytes, whatever its strings hold', () => {
  const long = 'a":{"b":1,\\\\'.repeat(20)
  for (const value of ['', ':', '\\', '"', '\\\\"', long, `${'x'.repeat(46)}\\`, `${'x'.repeat(47)}\\"`, `${'x'.repeat(45)}\\\\":`]) {
    const text = ` { "a" : ${JSON.stringify(value)}, ${JSON.stringify(`k${value}`)}:[ {"a":1.0},[{"__proto__":{}}]] }`
    expect(unambiguousBytes(parsed(text)).toString()).toBe(text)
  }
  for (let length = 40; length < 56; length++)
    for (const end of ['\\', '"', '\\"', '\\\\'])
      expect(unambiguousBytes(parsed(JSON.stringify({ a: 'x'.repeat(length) + end, b: ':' }))).toString()).toContain('"b":":"')
})

test('a key that is twice at any depth is written once', () => {
  expect(unambiguousBytes(parsed('{"a":[{"b":1,"b":2}]}')).toString()).toBe('{"a":[{"b":2}]}')
  expect(unambiguousBytes(parsed(String.raw`{"conversation":{"id":"x","\u0069d":"y"}}`)).toString()).toBe('{"conversation":{"id":"y"}}')
})
