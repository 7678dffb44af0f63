import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { atEnd } from '../at-end.ts'
import { findBinary } from './find-binary.ts'
import { missingService } from './missing-service.ts'
import { onFreePort } from './on-free-port.ts'
import { startServer, type RunningServer } from './start-server.ts'

export interface RunningPostgres {
  readonly port: number
  /** Creates an empty database, and returns its address. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
  /** Starts the server again after `stop`, on the same port, with its data. */
  start(): Promise<void>
}

interface User {
  readonly uid?: number
  readonly gid?: number
}

const ready = 'database system is ready to accept connections'

/** Starts PostgreSQL in a folder of its own, ended and deleted after the file's tests; undefined if the machine does not have it. */
export async function startPostgres(): Promise<RunningPostgres | undefined> {
  const initdb = findBinary('initdb')
  const program = findBinary('postgres')
  if (initdb === undefined || program === undefined) return missingService('PostgreSQL', 'postgresql')
  const folder = mkdtempSync('/tmp/interlingua-postgres-')
  const user = unprivileged(folder)
  const data = join(folder, 'data')
  // The machine's locale must not decide about the order of texts, nor its time zone about days.
  const setUp = ['--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--no-sync', '--encoding', 'UTF8', '--locale', 'C.UTF-8']
  execFileSync(initdb, setUp, { ...user, cwd: dirname(folder), stdio: ['ignore', 'ignore', 'pipe'] })

  const launch = (port: number): Promise<RunningServer> => {
    const settings = [`port=${port}`, `unix_socket_directories=${folder}`, 'fsync=off', 'max_connections=200'].flatMap((item) => [
      '-c',
      item,
    ])
    return startServer(program, ['-D', data, '-h', '127.0.0.1', ...settings], { ...user, ready, stopBy: 'INT' })
  }
  const { port, server: first } = await onFreePort(launch)
  let server: RunningServer = first
  let databases = 0

  atEnd(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    port,
    async createDatabase() {
      const name = `gateway_${++databases}`
      const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
      await client.connect()
      await client.query(`CREATE DATABASE ${name}`)
      await client.end()
      return `postgres://postgres@127.0.0.1:${port}/${name}`
    },
    stop: () => server.stop(),
    async start() {
      server = await launch(port)
    },
  }
}

/** User that PostgreSQL runs as, since it refuses root: Debian's `postgres`, else the unprivileged user; the folder is given to that user. */
function unprivileged(folder: string): User {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((option) => Number(execFileSync('id', [option, name], { stdio: ['ignore', 'pipe', 'ignore'] })))
      if (uid === undefined || gid === undefined) continue
      chownSync(folder, uid, gid)
      return { uid, gid }
    } catch {
      // There is no such user here.
    }
  }
  throw new Error('PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody')
}
