import { availableParallelism } from 'node:os'
import type { GatewayConfig } from '../config/config-schema.ts'

/** Number of workers of a configuration: `auto` is one for each processor. Default 1. */
export function countWorkers(workers: GatewayConfig['workers'] = 1): number {
  return workers === 'auto' ? availableParallelism() : workers
}
