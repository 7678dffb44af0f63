import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { ResultsConfig } from '../../src/config/service-schema.ts'
import { atEnd } from '../at-end.ts'
import { tempFolder } from '../temp-folder.ts'
import { onFreePort } from '../services/on-free-port.ts'
import { startServer, type RunningServer } from '../services/start-server.ts'

/** A place for results that tests can look into and break. */
export interface TestStorage {
  /** The section of the configuration; gateways with the same see the same. */
  readonly results: ResultsConfig
  /** Names of all that is there, whole or not. */
  names(): readonly string[]
  breakDown(): Promise<void>
  mend(): Promise<void>
}

export interface StorageKind {
  readonly name: string
  create(): Promise<TestStorage>
}

export const storageKinds: readonly StorageKind[] = [
  { name: 'on disk', create: async () => createFolder() },
  { name: 'in a bucket of S3', create: startBucket },
]

function createFolder(): TestStorage {
  const parent = tempFolder('results')
  const folder = join(parent, 'results')
  const away = join(parent, 'away')
  mkdirSync(folder)
  return {
    results: { folder },
    names: () => readdirSync(folder),
    // A file stands in the folder's place: not even root can use that.
    async breakDown() {
      renameSync(folder, away)
      writeFileSync(folder, '')
    },
    async mend() {
      rmSync(folder)
      renameSync(away, folder)
    },
  }
}

const require = createRequire(import.meta.url)
const credentials = { INTERLINGUA_TEST_S3_ID: 'S3RVER', INTERLINGUA_TEST_S3_SECRET: 'S3RVER' }

/** A server from npm that speaks S3, in a process of its own: https://www.npmjs.com/package/s3rver */
async function startBucket(): Promise<TestStorage> {
  Object.assign(process.env, credentials)
  const directory = tempFolder('s3')
  const program = join(dirname(require.resolve('s3rver')), '..', 'bin', 's3rver.js')
  const launch = (port: number): Promise<RunningServer> => {
    const options = ['-d', directory, '-a', '127.0.0.1', '-p', String(port), '--no-vhost-buckets', '--configure-bucket', 'made']
    return startServer(process.execPath, [program, ...options], { ready: 'S3rver listening', stopBy: 'TERM' })
  }
  const { port, server: first } = await onFreePort(launch)
  let server = first
  atEnd(() => server.stop())
  const object = /\._S3rver_object$/
  return {
    results: {
      storage: 's3',
      s3: {
        bucket: 'made',
        endpoint: `http://127.0.0.1:${port}`,
        region: 'eu-central-1',
        prefix: 'of/gateway/',
        forcePathStyle: true,
        accessKeyIdEnv: 'INTERLINGUA_TEST_S3_ID',
        secretAccessKeyEnv: 'INTERLINGUA_TEST_S3_SECRET',
      },
    },
    names: () =>
      readdirSync(join(directory, 'made'), { recursive: true, encoding: 'utf8' })
        .map((path) => basename(path))
        .filter((name) => object.test(name))
        .map((name) => name.replace(object, '')),
    breakDown: () => server.stop(),
    async mend() {
      server = await launch(port)
    },
  }
}
