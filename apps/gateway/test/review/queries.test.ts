import { beforeAll, expect, test } from 'vitest'
import { post } from '../post.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'

let upstream: RunningUpstream
let gateway: RunningGateway
beforeAll(async () => {
  upstream = await startUpstream()
  upstream.answer = (response) => void response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}')
  const formats = ['messages', 'responses', 'chat', 'contents'] as const
  gateway = await startGateway({ channels: formats.map((format) => ({ name: format, format, baseUrl: upstream.url, models: [format] })) })
})

const places = [
  ['/v1/messages', { model: 'messages', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }],
  ['/v1/responses', { model: 'responses', input: 'hi', store: false }],
  ['/v1/chat/completions', { model: 'chat', messages: [{ role: 'user', content: 'hi' }] }],
  ['/v1beta/models/contents:generateContent', { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }],
  ['/v1beta/models/contents:countTokens', { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }],
  ['/v1/messages/count_tokens', { model: 'messages', messages: [{ role: 'user', content: 'hi' }] }],
] as const

const secrets = [
  'key',
  'api_key',
  'apiKey',
  'api-key',
  'API_KEY',
  '%61pi_key',
  'access_token',
  'token',
  'x-goog-api-key',
  'auth',
  'client_secret',
]

test.each(places)('of the query of %s no credential goes to an upstream, and all else does', async (path, body) => {
  for (const name of secrets) {
    for (const query of [`${name}=theirs`, `beta=true&${name}=theirs&api-version=7`, `${name}=theirs&${name}=theirs`]) {
      await post(`${gateway.url}${path}?${query}`, body)
      const url = upstream.seen.at(-1)?.url ?? ''
      expect(url).not.toContain('theirs')
      if (query.startsWith('beta')) expect(url.endsWith('?beta=true&api-version=7')).toBe(true)
    }
  }
})
