import { beforeAll, expect, test } from 'vitest'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await startGateway({ dataDir: tempFolder('stored') })
})

test.each([
  ['/v1beta/cachedContents', { model: 'models/demo-chat', contents: [{ role: 'user', parts: [{ text: 'kept' }] }] }],
  ['/v1/conversations', {}],
])('POST %s takes from the rates of the key, since it stores something', async (path, body) => {
  const secret = await gateway.issue({ limits: { requestsPerMinute: 2 } })
  const post = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    return (await fetch(gateway.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).status
  }
  expect([await post(), await post(), await post()]).toEqual([200, 200, 429])
})
