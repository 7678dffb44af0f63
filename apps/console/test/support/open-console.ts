import { issueKey, type PriceLineOptions } from '@interlingua/access'
import { chat } from '@interlingua/chat/edge'
import { contents } from '@interlingua/contents/edge'
import { createConsole, type Console, createLoginLink } from '@interlingua/console'
import { messages } from '@interlingua/messages/edge'
import { responses } from '@interlingua/responses/edge'
import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { createGateway, type Gateway } from '@interlingua/server'
import { openContents, openStore, type Store, type StoreOptions } from '@interlingua/store'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../../../../tools/at-end.ts'
import { createSettingsSource } from '../../../gateway/src/console/settings.ts'
import { recipes } from '../../../gateway/src/console/recipes.ts'
import { builtPage } from './built-page.ts'

export interface OpenedConsole {
  readonly url: string
  readonly store: Store
  readonly gateway: Gateway
  readonly console: Console
  /** Secrets of an administrator's key and of a plain one. */
  readonly admin: string
  readonly plain: string
  /** Makes a one-time link. */
  link(): Promise<string>
  /** Sends a request of Messages through the gateway, and reads its answer. */
  send(model?: string, text?: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** Ends the gateway, and starts it again at the same address over the same store. */
  stop(): Promise<void>
  start(): Promise<void>
}

export interface ConsoleSettings {
  /** Place of the store. Default: a folder of its own, for SQLite. */
  readonly place?: StoreOptions
  readonly demo?: boolean
  /** False: the configuration forbids recordings. */
  readonly recording?: boolean
  /** Clock of sign-ins and links. */
  readonly now?: () => number
  /** Prices of models. Default: none is known. */
  readonly prices?: readonly PriceLineOptions[]
  /** False for a gateway without the recipes of agents. */
  readonly withRecipes?: boolean
  /** Channels, each by its name, with the model `demo-chat` of the scripted provider, or with another model elsewhere. */
  readonly channels?: readonly (string | { readonly name: string; readonly model: string; readonly baseUrl: string })[]
}

/** Starts a gateway with the built page and the scripted provider. It ends with the test file. */
export async function openConsole({
  place,
  demo = false,
  recording = true,
  now,
  channels = ['local'],
  withRecipes = true,
  prices = [],
}: ConsoleSettings = {}): Promise<OpenedConsole> {
  const folder = mkdtempSync(join(tmpdir(), 'interlingua-console-page-'))
  const store = await openStore(place ?? { dataDir: folder })
  const admin = issueKey({ name: 'ops', admin: true }, Date.now())
  const plain = issueKey({ name: 'laptop' }, Date.now())
  await store.keys.insert(admin.key)
  await store.keys.insert(plain.key)
  const provider = await startScriptedProvider({ formats: [chat, messages] })
  const assets = await builtPage()
  let port = 0
  let current: { gateway: Gateway; console: Console } | undefined

  async function start(): Promise<void> {
    const lines = channels
      .map((channel) => (typeof channel === 'string' ? { name: channel, model: 'demo-chat', baseUrl: provider.url } : channel))
      .map(({ name, model, baseUrl }) => ({ name, format: 'chat', baseUrl, apiKey: 'none', models: [model] }))
    const served = createConsole({
      store,
      assets,
      exposure: () => ({ open: false }),
      facts: { version: '0.1.0', demo: () => demo },
      recording: {
        rules: () => ({ allowed: recording, redact: [] }),
        openContents: () => openContents(place ?? { dataDir: folder }, store),
      },
      ...(now && { now }),
      ...(withRecipes && { recipes: async () => recipes }),
      settings: async () =>
        createSettingsSource(() => ({ channels: lines, host: '127.0.0.1', port, prices: { models: [...prices] } }), {
          file: join(folder, 'interlingua.yaml'),
        }),
    })
    const gateway = createGateway({
      formats: [chat, messages, responses, contents],
      store,
      upstreams: {
        channels: lines,
        circuitBreaker: { failures: 3, cooldown: 60 },
      },
      prices: { models: prices },
      endpoints: served.endpoints,
      observers: [served.observer],
      recorder: served.recorder,
    })
    const address = await gateway.listen({ host: '127.0.0.1', port })
    port = address.port
    current = { gateway, console: served }
  }

  async function stop(): Promise<void> {
    if (!current) return
    const { gateway, console: served } = current
    current = undefined
    served.close()
    await gateway.close({ grace: 100 })
  }

  await start()
  atEnd(async () => {
    await stop()
    await provider.close()
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const running = (): { gateway: Gateway; console: Console } => {
    if (!current) throw new Error('the gateway is stopped')
    return current
  }
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    store,
    get gateway() {
      return running().gateway
    },
    get console() {
      return running().console
    },
    admin: admin.secret,
    plain: plain.secret,
    stop,
    start,
    async link() {
      return `${url}/console/#login=${await createLoginLink(store.documents, (now ?? Date.now)())}`
    },
    async send(model = 'demo-chat', text = 'Good morning!', headers = {}) {
      const response = await fetch(`${url}/v1/messages`, {
        method: 'POST',
        headers: { 'x-api-key': plain.secret, 'anthropic-version': '2023-06-01', 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ model, max_tokens: 100, top_k: 5, messages: [{ role: 'user', content: text }] }),
      })
      await response.text()
      return response
    },
  }
}
