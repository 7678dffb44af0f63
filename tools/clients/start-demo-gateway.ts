import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../workspace.ts'

export interface DemoGateway {
  readonly url: string
  /** The end of what it printed. */
  log(): string
  close(): Promise<void>
}

/** The gateway as `npm start` runs it without a key: on a free port, with the demo provider behind it. */
export async function startDemoGateway(): Promise<DemoGateway> {
  const env = { PATH: process.env['PATH'] ?? '', PORT: '0' }
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
    log: () => text.split('\n').slice(-12).join('\n'),
    async close() {
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
    },
  }
}
