import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../config/config-error.ts'
import type { GatewayConfig } from '../../config/gateway-config.ts'
import { openStore } from '../../store/open-store.ts'
import { StoreError } from '../../store/store-error.ts'
import type { Finding } from './finding.ts'

/** Opens the store, which brings its tables up to this version, and looks whether limits and keys are where several gateways need them. */
export async function checkStore(config: GatewayConfig): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  // Redis is there for the limits of several gateways.
  if (config.redisUrl !== undefined && config.databaseUrl === undefined)
    findings.push({
      level: 'warning',
      message: 'REDIS_URL is set, DATABASE_URL is not: several gateways would share their limits, but neither keys, usage nor responses',
    })
  // A file that is not there yet is made by the first start, not by a check.
  if (config.databaseUrl === undefined && !existsSync(join(config.data ?? '', 'interlingua.db'))) return findings
  try {
    const store = await openStore(config)
    try {
      await store.ping()
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof StoreError)) throw error
    findings.push({ level: 'error', message: `the store: ${error.message}` })
  }
  return findings
}
