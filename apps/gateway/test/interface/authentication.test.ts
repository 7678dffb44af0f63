import { expect } from 'vitest'
import { endpoints } from '../served.ts'
import { startGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { call } from './call.ts'
import { checkRows } from './check-rows.ts'

const gateway = await startGateway({ dataDir: tempFolder('interface') })
const { url } = gateway
const narrow = await gateway.issue({ models: ['demo-chat', 'demo-messages'] })
const expired = await gateway.issue({ expiresAt: Date.now() - 1 })
const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` })

const hello = { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }
const native = (method: string, model = 'demo-chat'): string => `${url}/v1beta/models/${model}:${method}`
const textMethods = ['generateContent', 'streamGenerateContent', 'countTokens'] as const
const nativeError = (code: number, status: string): object => ({ error: { code, status, message: expect.any(String) as unknown } })

checkRows('Authentication', [
  {
    row: '1. Every endpoint takes a bearer token: header `Authorization: Bearer <API_KEY>`.',
    async check() {
      const all = endpoints
      const closed = all.filter(({ access }) => access !== 'open')
      expect(closed.length).toBeGreaterThan(10)
      for (const { method, path } of closed) {
        const where = url + path.replaceAll(/\{[^}]+\}/g, 'demo-chat')
        const body = method === 'GET' || method === 'DELETE' ? undefined : '{}'
        const refused = await call(where, {}, body, method)
        // Bedrock's word for it, UnrecognizedClientException, is a 403.
        expect([method, path, refused.status]).toEqual([method, path, path.includes('/converse') ? 403 : 401])
        const taken = await call(where, { ...bearer('any'), 'anthropic-version': '2023-06-01' }, body, method)
        expect([method, path, taken.status]).not.toEqual([method, path, refused.status])
      }
    },
  },
  {
    row: '2. The native text endpoints under /v1beta also accept the header `x-<provider>-api-key: <API_KEY>`.',
    async check() {
      for (const provider of ['goog', 'google', 'anthropic', 'openai'])
        for (const method of textMethods) {
          const good = await call(native(method), { [`x-${provider}-api-key`]: 'any' }, hello)
          expect([provider, method, good.status]).toEqual([provider, method, 200])
          const bad = await call(native(method), { [`x-${provider}-api-key`]: 'wrong' }, hello)
          expect(bad).toMatchObject({ status: 401, body: nativeError(401, 'UNAUTHENTICATED') })
        }
    },
  },
  {
    row: '3. The model list varies with the permissions of the key.',
    async check() {
      const list = async (path: string, key: string, headers: object = {}): Promise<readonly string[]> => {
        const { body } = await call(url + path, { ...bearer(key), ...headers })
        const { data, models } = body as { data?: { id: string }[]; models?: { name: string }[] } // each style of list has one of the two
        return [...(data ?? []).map(({ id }) => id), ...(models ?? []).map(({ name }) => name.replace('models/', ''))].toSorted()
      }
      for (const [path, headers] of [
        ['/v1/models', {}],
        ['/v1/models', { 'anthropic-version': '2023-06-01' }],
        ['/v1beta/models', {}],
      ] as const) {
        expect(await list(path, narrow, headers)).toEqual(['demo-chat', 'demo-messages'])
        expect(await list(path, 'any', headers)).toEqual(
          expect.arrayContaining(['demo-chat', 'demo-contents', 'demo-messages', 'demo-responses']),
        )
      }
    },
  },
  {
    row: '4. An invalid key gives an error (see Errors). For 401 on the native format the status is UNAUTHENTICATED; a key without access to a model gives 403 PERMISSION_DENIED.',
    async check() {
      for (const method of textMethods) {
        for (const headers of [{}, bearer('wrong'), bearer(expired)])
          expect(await call(native(method), headers, hello)).toMatchObject({ status: 401, body: nativeError(401, 'UNAUTHENTICATED') })
        const refused = await call(native(method, 'demo-contents'), bearer(narrow), hello)
        expect(refused).toMatchObject({ status: 403, body: nativeError(403, 'PERMISSION_DENIED') })
        expect(JSON.stringify(refused.body)).toContain('demo-contents')
        expect((await call(native(method), bearer(narrow), hello)).status).toBe(200)
      }
    },
  },
  { row: '5. Key issuance, scopes and expiry rules: not shown.', shows: 'nothing' },
])
