import { expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'
import { pixel } from './pictures.ts'
import { answerWith } from './scripted.ts'

const upstream = await startUpstream()
upstream.answer = answerWith({ created: 1, data: [{ b64_json: pixel }] })
const gateway = await startGateway({
  dataDir: tempFolder('images'),
  channels: [
    { name: 'o', format: 'openai-images', baseUrl: upstream.url, models: ['gpt-image-1', 'gpt-image-2'] },
    { name: 'g', format: 'contents', baseUrl: upstream.url, models: ['gemini-3-pro-image'] },
  ],
})
const narrow = await gateway.issue({ models: ['gpt-image-1'] })
const expired = await gateway.issue({ expiresAt: Date.now() - 1 })

/** Endpoints of images, with the form of their errors. */
const ways = [
  { path: '/v1/images/generations', body: { model: 'gpt-image-2', prompt: 'A cat' }, native: false },
  { path: '/v1/images/edits', body: { model: 'gpt-image-2', prompt: 'A cat', image: `data:image/png;base64,${pixel}` }, native: false },
  { path: '/v1/models/gpt-image-2:predict', body: { instances: [{ prompt: 'A cat' }] }, native: true },
  { path: '/v1beta/models/gpt-image-2:predict', body: { instances: [{ prompt: 'A cat' }] }, native: true },
  { path: '/v1beta/models/gemini-3-pro-image:generateContent', body: { contents: [{ parts: [{ text: 'A cat' }] }] }, native: true },
] as const

test.for(ways)('nothing is asked for at $path by whoever may not', async ({ path, body, native }) => {
  upstream.seen.length = 0
  for (const [key, status, told] of [
    [narrow, 403, native ? { code: 403, status: 'PERMISSION_DENIED' } : { param: 'model' }],
    [expired, 401, native ? { code: 401, status: 'UNAUTHENTICATED' } : { code: 'invalid_api_key' }],
    ['wrong', 401, native ? { code: 401, status: 'UNAUTHENTICATED' } : { code: 'invalid_api_key' }],
  ] as const) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(gateway.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect([answer.status, await answer.json()]).toMatchObject([status, { error: told }])
  }
  expect(upstream.seen).toEqual([])
})

test('a key reaches the models that it names', async () => {
  const headers = { authorization: `Bearer ${narrow}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ model: 'gpt-image-1', prompt: 'A cat' })
  const answer = await fetch(`${gateway.url}/v1/images/generations`, { method: 'POST', headers, body })
  expect([answer.status, await answer.json()]).toMatchObject([200, { data: [{ b64_json: pixel }] }])
})
