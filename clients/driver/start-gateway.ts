import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/workspace.ts'

export interface GatewayProcess {
  readonly url: string
  /** End of the process's output. */
  log(): string
  /** True if a line that was written of late is such a one. */
  wrote(isWanted: (line: string) => boolean): boolean
  close(): Promise<void>
}

/** Starts the gateway as a process on a free port, with a configuration, a key and a folder of its own. */
export async function startGateway(folder: string, config: object, key: string): Promise<GatewayProcess> {
  const file = join(folder, 'interlingua.json')
  writeFileSync(file, JSON.stringify(config))
  const env = { PATH: process.env['PATH'] ?? '', PORT: '0', INTERLINGUA_CONFIG: file, INTERLINGUA_DATA: folder, INTERLINGUA_API_KEY: key }
  const child = spawn(process.execPath, [join(root, 'apps/gateway/src/main.ts')], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  let text = ''
  const url = await new Promise<string>((settle, fail) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString('utf8')).slice(-60_000)
      const address = /listens on (http:\/\/\S+)/.exec(text)?.[1]
      if (address !== undefined) settle(address)
    })
    child.once('close', () => fail(new Error(`The gateway did not start.\n${text}`)))
  })
  return {
    url,
    log: () => text.split('\n').slice(-12).join('\n'),
    wrote: (isWanted) => text.split('\n').some(isWanted),
    async close() {
      const ended = once(child, 'close')
      kill()
      process.off('exit', kill)
      await ended
    },
  }
}
