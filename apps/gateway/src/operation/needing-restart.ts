import type { GatewayConfig } from '../config/gateway-config.ts'

const fixed = ['data', 'telemetry'] as const satisfies readonly (keyof GatewayConfig)[]

/** What differs in a new configuration and is only read at the start; `undefined` where nothing does. */
export function needingRestart(before: GatewayConfig, after: GatewayConfig): string | undefined {
  const changed = fixed.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  return changed.length === 0 ? undefined : changed.join(' ')
}
