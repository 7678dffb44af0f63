import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchKey } from './bench-key.ts'
import { gatewayConfig } from './gateway-config.ts'
import { startMeasured, type MeasuredServer } from './measured-server.ts'

/**
 * Measured servers: the raw baseline, the same with deferred writes, the gateway as it is operated (log, price table, metrics, usage
 * records in SQLite), and the gateway with every optional part left out, which only authenticates and translates.
 */
export type ServerName = 'raw' | 'deferred' | 'gateway' | 'bare'

export interface BenchServers {
  start(name: ServerName): Promise<MeasuredServer>
  /** Key of `gateway` whose requests and tokens are counted, with limits that are never reached. */
  readonly limitedKey: string
  stop(): Promise<void>
}

/** Makes servers with their files in `folder`, and the gateway of `checkout`. */
export function createBenchServers(folder: string, upstream: URL, checkout = ownCheckout): BenchServers {
  const gateway = join(checkout, 'apps/gateway/src/main.ts')
  const servers: MeasuredServer[] = []

  function environment(name: 'gateway' | 'bare'): Record<string, string> {
    const config = join(folder, `${name}.yaml`)
    writeFileSync(config, gatewayConfig(upstream, name === 'bare'))
    return {
      PORT: '0',
      HOST: '127.0.0.1',
      INTERLINGUA_CONFIG: config,
      INTERLINGUA_API_KEY: benchKey,
      INTERLINGUA_DATA: join(folder, name),
      DATABASE_URL: '',
      REDIS_URL: '',
      NODE_ENV: 'production',
    }
  }

  return {
    async start(name) {
      const writes = name === 'deferred' ? 'deferred' : ''
      const server =
        name === 'raw' || name === 'deferred'
          ? await startMeasured(name, pathOf('./raw-baseline.ts'), { UPSTREAM: upstream.origin, WRITES: writes, NODE_ENV: 'production' })
          : await startMeasured(name, gateway, environment(name))
      servers.push(server)
      return server
    },
    limitedKey: issueKey(gateway, environment('gateway')),
    async stop() {
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}

function issueKey(gateway: string, environment: Readonly<Record<string, string>>): string {
  const limits = ['--requests-per-minute', '1000000000', '--tokens-per-minute', '1000000000000']
  const env = { ...process.env, ...environment }
  const { status, stdout, stderr } = spawnSync(process.execPath, [gateway, 'key', 'create', 'limited', ...limits], {
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`no key could be issued:\n${stderr}`)
  return stdout.trim()
}

const ownCheckout = pathOf('../..')

function pathOf(file: string): string {
  return new URL(file, import.meta.url).pathname
}
