import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StoreOptions } from '@interlingua/store'
import { buildGateway } from '../../../../tools/build-gateway.ts'
import { atEnd } from '../at-end.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'

export const key = 'the-key-of-workers'

/** Program of a checkout. */
export const sources = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

let built: Promise<string> | undefined

/** Builds the bundle once for a test file; returns its program. Packages that stay outside of it are not used here. */
export function bundle(): Promise<string> {
  built ??= build()
  return built
}

async function build(): Promise<string> {
  const folder = tempFolder('workers-bundle')
  await buildGateway(join(folder, 'package'), ['@interlingua/scripted-provider/*'])
  return join(folder, 'package/dist/main.js')
}

/** Content of the configuration file, as people write it. */
export type Config = Readonly<Record<string, unknown>>

/** Line of the log. */
export type LogLine = Readonly<Record<string, unknown>>

export interface RunningWorkers {
  readonly url: string
  readonly primary: ChildProcess
  /** Path of the configuration file. */
  readonly file: string
  /** Lines of the log so far. */
  log(): readonly LogLine[]
  /** Text of standard error. */
  errors(): string
  /** Process ids of the workers that serve, by number. */
  pids(): ReadonlyMap<number, number>
  /** Writes another configuration file. */
  write(config: Config | string): void
  /** Exit code of the primary process, once it has ended. */
  ended(): Promise<number | null>
}

/** Starts the gateway as a program, with the key `key`, and waits until all its workers serve. */
export async function startWorkers(
  program: string,
  config: Config | string,
  store: StoreOptions,
  flags: readonly string[] = [],
): Promise<RunningWorkers> {
  const folder = tempFolder('workers')
  const file = join(folder, 'interlingua.yaml')
  const write = (text: Config | string): void =>
    writeFileSync(file, typeof text === 'string' ? text : JSON.stringify({ channels: [], ...text }))
  write(config)
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    INTERLINGUA_API_KEY: key,
    INTERLINGUA_DATA: store.dataDir ?? join(folder, 'data'),
    ...(store.databaseUrl !== undefined && { DATABASE_URL: store.databaseUrl }),
  }
  const primary = spawn(process.execPath, [program, 'start', ...flags], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  atEnd(() => void primary.kill('SIGKILL'))
  let output = ''
  let errors = ''
  primary.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  primary.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()))
  const exited = once(primary, 'exit')
  await waitFor(() => /listens on http\S+/.test(output) || primary.exitCode !== null, 60_000)
  const url = /listens on (http:\/\/[^\s,]+)/.exec(output)?.[1]
  if (url === undefined) throw new Error(`the gateway did not start: ${errors}${output}`)
  const log = (): readonly LogLine[] =>
    output.split('\n').flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line) as LogLine] : [])) // the gateway's
  return {
    url,
    primary,
    file,
    log,
    errors: () => errors,
    pids() {
      const pids = new Map<number, number>()
      for (const { event, state, number, pid } of log()) {
        if (event !== 'worker') continue
        if (state === 'serves') pids.set(Number(number), Number(pid))
        else if (pids.get(Number(number)) === pid) pids.delete(Number(number))
      }
      return pids
    },
    write,
    async ended() {
      const [code] = (await exited) as [number | null] // the event's first value
      return code
    },
  }
}
