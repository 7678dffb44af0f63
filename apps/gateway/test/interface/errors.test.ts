import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { call } from './call.ts'
import { checkRows } from './check-rows.ts'
import { submitUntilSettled } from './submit-until-settled.ts'

const folder = tempFolder('interface')
const gateway = await startGateway({ dataDir: folder })
const { url } = gateway
const narrow = await gateway.issue({ models: ['demo-chat'] })
const expired = await gateway.issue({ expiresAt: Date.now() - 1 })
/** A key for one request a minute: the second is one too many. */
const rare = (): Promise<string> => gateway.issue({ limits: { requestsPerMinute: 1 } })
const bearer = (key = 'any'): Record<string, string> => ({ authorization: `Bearer ${key}` })
const version = { 'anthropic-version': '2023-06-01' }
const text = expect.any(String) as unknown

/** Issues a key whose row in the store is damaged, so that reading it fails with an unforeseen error. */
async function damaged(): Promise<string> {
  const name = `damaged-${performance.now()}`
  const key = await gateway.issue({ name, models: ['*'] })
  const database = new DatabaseSync(join(folder, 'interlingua.db'), { timeout: 20_000 })
  database.prepare("UPDATE keys SET models = '[' WHERE name = ?").run(name)
  database.close()
  return key
}

const count = `${url}/v1/messages/count_tokens`
const user = [{ role: 'user', content: 'Hello' }]
const list = `${url}/v1/models`
const hello = { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }
const methods = ['generateContent', 'streamGenerateContent'] as const
const native = (method: string, model = 'demo-chat'): string => `${url}/v1beta/models/${model}:${method}`
const nativeError = (code: number, status: string): object => ({ status: code, body: { error: { code, status, message: text } } })

const multimodal = (prompt: string): object => ({
  model: 'demo-ark-video',
  prompt,
  metadata: { content: [{ type: 'text', text: prompt }], duration: 4, resolution: '480p' },
})

checkRows('Errors', [
  {
    row: 'count_tokens | required field missing | {type `error`, error{type `invalid_request_error`, message}}',
    async check() {
      const asks = { model: { messages: user }, messages: { model: 'demo-messages' } }
      for (const model of ['demo-messages', 'demo-chat'])
        for (const [field, ask] of Object.entries(asks)) {
          const answer = await call(count, { ...bearer(), ...version }, field === 'model' ? ask : { ...ask, model })
          expect(answer).toMatchObject({ status: 400, body: { type: 'error', error: { type: 'invalid_request_error', message: text } } })
        }
    },
  },
  {
    row: 'count_tokens | invalid key | {error{message, type `invalid_request_error`}}',
    async check() {
      for (const headers of [{}, bearer('wrong'), bearer(expired), { 'x-api-key': 'wrong' }])
        expect(await call(count, { ...headers, ...version }, { model: 'demo-messages', messages: user })).toMatchObject({
          status: 401,
          body: { error: { message: text, type: 'invalid_request_error' } },
        })
    },
  },
  {
    row: 'model list | success | 200',
    async check() {
      expect(await call(list, bearer())).toMatchObject({ status: 200, body: { object: 'list', data: expect.any(Array) as unknown } })
    },
  },
  {
    row: 'model list | invalid or expired key | 401 | {error{message, type, code `invalid_api_key`}}',
    async check() {
      for (const key of ['wrong', expired]) {
        const error = { message: text, type: text, code: 'invalid_api_key' }
        expect(await call(list, bearer(key))).toMatchObject({ status: 401, body: { error } })
        expect(await call(`${list}/demo-chat`, bearer(key))).toMatchObject({ status: 401, body: { error } })
        const anthropic = { type: 'error', error: { ...error, type: 'authentication_error' } }
        expect(await call(list, { 'x-api-key': key, ...version })).toMatchObject({ status: 401, body: anthropic })
        expect(await call(list, { 'x-api-key': key })).toMatchObject({ status: 401, body: anthropic })
        expect(await call(list, { 'x-goog-api-key': key })).toMatchObject(nativeError(401, 'UNAUTHENTICATED'))
        expect(await call(`${list}?key=${key}`)).toMatchObject(nativeError(401, 'UNAUTHENTICATED'))
        expect(await call(`${url}/v1beta/models`, bearer(key))).toMatchObject(nativeError(401, 'UNAUTHENTICATED'))
      }
      expect(await call(list)).toMatchObject({ status: 401, body: { error: { code: 'invalid_api_key' } } })
    },
  },
  {
    row: 'model list | too many requests | 429',
    async check() {
      const key = await rare()
      // A list takes nothing off the key's rate, but is refused once the rate is used up.
      for (let count = 0; count < 3; count++) expect((await call(list, bearer(key))).status).toBe(200)
      expect((await call(native('generateContent'), bearer(key), hello)).status).toBe(200)
      const answer = await call(list, bearer(key))
      expect(answer).toMatchObject({ status: 429, body: { error: { message: text } } })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    },
  },
  {
    row: 'model list | server error | 500',
    async check() {
      const key = await damaged()
      expect(await call(list, bearer(key))).toMatchObject({ status: 500, body: { error: { message: text, type: 'server_error' } } })
      expect(await call(list, { ...bearer(key), ...version })).toMatchObject({
        status: 500,
        body: { type: 'error', error: { type: 'api_error' } },
      })
    },
  },
  {
    row: 'native text | invalid argument | 400 | {error{code integer, message, status `INVALID_ARGUMENT`}}',
    async check() {
      for (const method of methods)
        for (const ask of [{}, { contents: 7 }, { ...hello, generationConfig: { temperature: 3 } }, '{"contents":'])
          expect(await call(native(method), bearer(), ask)).toMatchObject(nativeError(400, 'INVALID_ARGUMENT'))
    },
  },
  {
    row: 'native text | missing or invalid key | 401 | status `UNAUTHENTICATED`',
    async check() {
      for (const method of methods)
        for (const headers of [{}, bearer('wrong'), bearer(expired), { 'x-goog-api-key': 'wrong' }])
          expect(await call(native(method), headers, hello)).toMatchObject(nativeError(401, 'UNAUTHENTICATED'))
    },
  },
  {
    row: 'native text | no access to the model | 403 | status `PERMISSION_DENIED`',
    async check() {
      for (const method of methods)
        for (const model of ['demo-messages', 'no-such-model'])
          expect(await call(native(method, model), bearer(narrow), hello)).toMatchObject(nativeError(403, 'PERMISSION_DENIED'))
    },
  },
  {
    row: 'native text | model does not exist | 404 | status `NOT_FOUND`',
    async check() {
      for (const method of methods)
        expect(await call(native(method, 'no-such-model'), bearer(), hello)).toMatchObject(nativeError(404, 'NOT_FOUND'))
    },
  },
  {
    row: 'native text | rate limit exceeded | 429 | status `RESOURCE_EXHAUSTED`',
    async check() {
      for (const method of methods) {
        const key = await rare()
        expect((await call(native(method), bearer(key), hello)).status).toBe(200)
        expect(await call(native(method), bearer(key), hello)).toMatchObject(nativeError(429, 'RESOURCE_EXHAUSTED'))
      }
    },
  },
  {
    row: 'native text | internal error | 500 | status `INTERNAL`',
    async check() {
      for (const method of methods)
        expect(await call(native(method), bearer(await damaged()), hello)).toMatchObject(nativeError(500, 'INTERNAL'))
    },
  },
  {
    row: 'video task | generation failed (e.g. content policy rejection) | task status `failed` | `error` {code, message} or `fail_reason`',
    async check() {
      const [, flat] = await submitUntilSettled(url, { model: 'demo-gemini-veo', prompt: '[demo:filter] A cat', durationSeconds: 4 })
      expect([flat.status, flat.body]).toEqual([
        200,
        { task_id: text, status: 'failed', format: 'mp4', error: { code: 400, message: text } },
      ])
      const [, wrapped] = await submitUntilSettled(url, multimodal('[demo:fail] A cat'))
      expect([wrapped.status, wrapped.body]).toMatchObject([200, { data: { status: 'FAILED', fail_reason: text, result_url: '' } }])
    },
  },
  {
    row: 'Rules: video tasks that fail still answer the query call normally; the failure is in the body.',
    async check() {
      for (const directive of ['fail', 'cancel', 'expire']) {
        const [, { status, body }] = await submitUntilSettled(url, multimodal(`[demo:${directive}] A cat`))
        expect([directive, status, body]).toMatchObject([
          directive,
          200,
          { code: 'success', data: { fail_reason: expect.stringMatching(/./) } },
        ])
      }
    },
  },
  {
    row: 'Rules: the count_tokens validation message names the failing field.',
    async check() {
      for (const model of ['demo-messages', 'demo-responses', 'demo-chat', 'demo-contents'])
        for (const [ask, field] of [
          [{ messages: user }, 'model'],
          [{ model }, 'messages'],
          [{ model, messages: [{ role: 'user' }] }, 'messages.0.content'],
          [{ model, messages: user, system: 7 }, 'system'],
          [{ model, messages: user, tools: [{ name: 'f' }] }, 'tools.0'],
        ] as const) {
          const { status, body } = await call(count, { ...bearer(), ...version }, ask)
          const { error } = body as { error: { message: string } } // the first row checks the shape
          expect([status, error.message]).toEqual([400, expect.stringContaining(field)])
        }
    },
  },
  {
    row: 'Status codes and bodies for video submit errors and for the messages, responses, embeddings and images endpoints: not shown.',
    shows: 'nothing',
  },
])
