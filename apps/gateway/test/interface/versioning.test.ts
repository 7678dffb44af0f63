import { expect } from 'vitest'
import { endpoints } from '../served.ts'
import { startGateway } from '../start-gateway.ts'
import { call } from './call.ts'
import { checkRows } from './check-rows.ts'

const dated = 'video-model-2026-03-01'
const { url } = await startGateway({
  demo: true,
  channels: [{ name: 'c', format: 'chat', baseUrl: 'http://127.0.0.1:9', models: [dated] }],
})
const bearer = { authorization: 'Bearer any' }
const content = { parts: [{ text: 'Hello' }] }
/** Models and bodies of the methods that do not generate text. */
const asks: Readonly<Record<string, readonly [model: string, ask: object]>> = {
  embedContent: ['demo-embed-content', { content }],
  batchEmbedContents: ['demo-embed-content', { requests: [{ content }] }],
  predictLongRunning: ['demo-gemini-veo', { instances: [{ prompt: 'A cat' }] }],
  predict: ['demo-imagen-predict', { instances: [{ prompt: 'A cat' }] }],
}
const user = [{ role: 'user', content: 'Hello' }]

checkRows('Versioning', [
  {
    row: "1. Paths carry version prefixes: /v1 for the service's own and OpenAI-style endpoints, /v1beta for native text and embedding endpoints.",
    async check() {
      for (const { path, access } of endpoints) if (access === 'key') expect(path).toMatch(/^\/(?:v1(?:beta)?|model)\//) // Bedrock's own paths have no version
      const methods = endpoints.flatMap(({ path }) => /^\/v1beta\/models\/\{model\}:(\w+)$/.exec(path)?.[1] ?? [])
      expect(methods).toHaveLength(8)
      for (const method of methods) {
        // The method polls a task, so it needs an earlier request.
        if (method === 'fetchPredictOperation') continue
        const [model, ask] = asks[method] ?? ['demo-contents', { contents: [content] }]
        const where = `/v1beta/models/${model}:${method}`
        const answer = await call(url + where, bearer, ask)
        expect([where, answer.status]).toEqual([where, 200])
      }
    },
  },
  {
    row: '2. /v1/messages and count_tokens follow the messages-format specification. Requests send a version header named with the provider prefix plus `-version`; the value shown is the date string 2023-06-01.',
    async check() {
      for (const model of ['demo-messages', 'demo-chat'])
        for (const [path, ask, answers] of [
          ['/v1/messages', { model, max_tokens: 16, messages: user }, { type: 'message', role: 'assistant' }],
          ['/v1/messages/count_tokens', { model, messages: user }, { input_tokens: expect.any(Number) as unknown }],
        ] as const) {
          const good = await call(url + path, { ...bearer, 'anthropic-version': '2023-06-01' }, ask)
          expect(good).toMatchObject({ status: 200, body: answers })
          const bad = await call(url + path, bearer, ask)
          expect(bad).toMatchObject({
            status: 400,
            body: {
              type: 'error',
              error: { type: 'invalid_request_error', message: expect.stringContaining('anthropic-version') as unknown },
            },
          })
        }
    },
  },
  {
    row: '3. Model ids embed version and date parts (for example a date suffix on video model ids). They must be sent in full and are not aliased; the authoritative list is GET /v1/models.',
    async check() {
      const { body } = await call(`${url}/v1/models`, bearer)
      const ids = (body as { data: { id: string }[] }).data.map(({ id }) => id) // the list's shape
      expect(ids).toContain(dated)
      const ask = (model: string): Promise<{ status: number }> => call(`${url}/v1/chat/completions`, bearer, { model, messages: user })
      // The model is known, but no server listens at its upstream.
      expect((await ask(dated)).status).toBe(502)
      for (const short of ['video-model', 'video-model-2026', 'video-model-latest', dated.toUpperCase(), ` ${dated}`, 'demo'])
        expect([short, (await ask(short)).status]).toEqual([short, 404])
    },
  },
  { row: '4. Deprecation and change policy: not shown.', shows: 'nothing' },
])
