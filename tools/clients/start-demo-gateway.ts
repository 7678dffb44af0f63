import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startScriptedProvider } from '../../packages/scripted-provider/src/http.ts'
import { root } from '../workspace.ts'
import type { Client } from './client.ts'

export interface DemoGateway {
  readonly url: string
  readonly key: string
  /** The end of what it printed. */
  log(): string
  close(): Promise<void>
}

const key = 'key-of-the-clients'

/** The gateway as a process, on a free port, with the demo provider behind it under its own names and those that the clients know. */
export async function startDemoGateway(folder: string, models: readonly string[], clients: readonly Client[]): Promise<DemoGateway> {
  const provider = await startScriptedProvider()
  const channels = models.map((model) => ({
    name: model,
    format: model.replace('demo-', ''),
    baseUrl: provider.url,
    apiKey: 'demo',
    models: [model, ...clients.flatMap(({ ownNames }) => ownNames?.[model] ?? [])].map((name) => ({ name, upstream: model })),
  }))
  const config = join(folder, 'interlingua.json')
  writeFileSync(config, JSON.stringify({ channels }))
  const env = { PATH: process.env['PATH'] ?? '', PORT: '0', INTERLINGUA_CONFIG: config, INTERLINGUA_DATA: folder, INTERLINGUA_API_KEY: key }
  const child = spawn(process.execPath, [join(root, 'apps/gateway/src/main.ts')], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  const url = await new Promise<string>((settle, fail) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString('utf8')).slice(-20_000)
      const address = /listens on (http:\/\/\S+)/.exec(text)?.[1]
      if (address !== undefined) settle(address)
    })
    child.once('close', () => fail(new Error(`The gateway did not start.\n${text}`)))
  })
  return {
    url,
    key,
    log: () => text.split('\n').slice(-12).join('\n'),
    async close() {
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
      await provider.close()
    },
  }
}
