import { collectDefaultMetrics, Registry, type Metric } from 'prom-client'
import type { GatewayState } from '../../gateway-state.ts'
import type { Family } from './family.ts'
import { readFamilies } from './read-families.ts'

let ofProcess: Registry | undefined

/** All metrics in Prometheus' text format: the gateway's own, then those of its process, which are watched from the first time on. */
export async function spellMetrics(gateway: GatewayState): Promise<string> {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  const registry = new Registry()
  for (const family of readFamilies(gateway)) registry.registerMetric(asMetric(family))
  return `${await registry.metrics()}\n${await ofProcess.metrics()}`
}

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

function asMetric(family: Family): Metric {
  return { name: family.name, get: async () => family } as unknown as Metric // a registry asks for no more than the name and, once, the values
}
