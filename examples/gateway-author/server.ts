// A gateway of your own, with a format of your own: clients speak Bedrock Converse, which the library has never heard of, or Chat Completions.
import { issueKey } from '@interlingua/access'
import { chat } from '@interlingua/chat/edge'
import { converse } from '@interlingua/example-converse/edge'
import { createGateway } from '@interlingua/server'
import { openStore } from '@interlingua/store'

const { UPSTREAM_URL = 'https://api.openai.com/v1', OPENAI_API_KEY: apiKey, PORT = '8787' } = process.env

const store = await openStore({})
export const { key, secret } = issueKey({ name: 'me' }, Date.now())
await store.keys.insert(key)

export const gateway = createGateway({
  formats: [chat, converse],
  store,
  upstreams: { channels: [{ name: 'openai', format: 'chat', baseUrl: UPSTREAM_URL, apiKey, models: ['*'] }] },
  middleware: [({ incoming }) => (incoming.headers['x-blocked'] === undefined ? undefined : blocked)],
  observers: [{ close: ({ client }, result) => console.log(client.incoming.method, client.incoming.url, result) }],
})
const blocked = { failure: { code: 'permission', message: 'Not from here.', retryable: false }, status: 403 } as const
export const { url } = await gateway.listen({ port: Number(PORT) })
console.log(`${url}/model/{model}/converse with the key ${secret}`)
