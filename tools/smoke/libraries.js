import assert from 'node:assert/strict'
import { issueKey, openAccess } from '@interlingua/access'
import { chat } from '@interlingua/chat/edge'
import { createGateway } from '@interlingua/server'
import { openStore } from '@interlingua/store'
import { createUpstreams, UpstreamError } from '@interlingua/upstreams'

// No client of a database or of S3 is installed here.
for (const name of ['pg', 'ioredis', '@aws-sdk/client-s3', '@interlingua/tasks/s3'])
  await assert.rejects(import(name), { code: 'ERR_MODULE_NOT_FOUND' })
await assert.rejects(openStore({ databaseUrl: 'postgres://localhost/x' }), /npm install pg/)

const store = await openStore({})
await assert.rejects(openAccess({ store, redisUrl: 'redis://localhost' }), /npm install ioredis/)
const { key, secret } = issueKey({ name: 'me' }, Date.now())
await store.keys.insert(key)
const access = await openAccess({ store })
const grant = await access.admit({ url: '/', socket: {}, headers: { authorization: `Bearer ${secret}` } }, chat)
assert.equal(grant.key?.name, 'me')

const channel = { name: 'gone', format: 'chat', baseUrl: 'http://127.0.0.1:9', models: ['m'] }
const upstreams = createUpstreams({ channels: [channel], retry: { attempts: 1 } }, [chat])
const call = upstreams.fetch({ model: 'm', format: 'chat', request: () => ({ path: '/', headers: {}, body: '' }) })
await assert.rejects(call, UpstreamError)

const gateway = createGateway({ formats: [chat], store, upstreams: { channels: [channel] } })
const { url } = await gateway.listen()
const models = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${secret}` } })
assert.equal((await models.json()).data[0].id, 'm')
await gateway.close()

await upstreams.close()
await access.close()
await store.close()
