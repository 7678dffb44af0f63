import { expect, test } from 'vitest'
import type { JsonObject } from '@interlingua/core'
import type { StoreOptions } from '@interlingua/store'
import { startGateway } from '../start-gateway.ts'
import { openStores } from '../store/stores.ts'

const { kinds, open: openStore } = await openStores()

type Ask = (path: string, body?: unknown, method?: string) => Promise<{ readonly status: number; readonly body: JsonObject }>

async function open(options: StoreOptions): Promise<{ readonly ask: Ask; readonly make: () => Promise<string> }> {
  const { url } = await startGateway(options)
  const ask: Ask = async (path, body, method = 'POST') => {
    const headers = { 'x-goog-api-key': 'any' }
    const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    return { status: answer.status, body: (await answer.json()) as JsonObject } // an object in this dialect
  }
  const contents = [{ role: 'user', parts: [{ text: 'The handbook says little.' }] }]
  return { ask, make: async () => String((await ask('/v1beta/cachedContents', { model: 'demo-chat', contents })).body['name']) }
}

test.each(kinds)('$name: every change of an end that was answered was made, also where many come at once', async ({ create }) => {
  const options = await create()
  const { ask, make } = await open(options)
  const name = await make()
  const ends = Array.from({ length: 12 }, (_, index) => `2099-01-${10 + index}T00:00:00Z`)
  const changes = await Promise.all(ends.map((expireTime) => ask(`/v1beta/${name}`, { expireTime }, 'PATCH')))
  expect(changes.map(({ status, body }) => [status, body['expireTime']])).toEqual(ends.map((end) => [200, end]))
  // Each has written once.
  const store = await openStore(options)
  expect(await store.documents.get('cached-content', name.replace('cachedContents/', ''), Date.now())).toMatchObject({ revision: 13 })
})

test.each(kinds)('$name: a change of what is deleted meanwhile is made before, or refused', async ({ create }) => {
  const { ask, make } = await open(await create())
  for (let round = 0; round < 10; round++) {
    const name = await make()
    const [changed, deleted] = await Promise.all([
      ask(`/v1beta/${name}`, { ttl: '60s' }, 'PATCH'),
      ask(`/v1beta/${name}`, undefined, 'DELETE'),
    ])
    expect([[200, 403].includes(changed.status), deleted.status]).toEqual([true, 200])
    expect((await ask(`/v1beta/${name}`, undefined, 'GET')).status).toBe(403)
  }
})
