import type { GatewayConfig } from '../config/gateway-config.ts'

/** By their names in the file: folders, storages, exporters and sizes of buffers are made once. */
const fixed: Readonly<Record<string, (config: GatewayConfig) => unknown>> = {
  data: ({ data }) => data,
  telemetry: ({ telemetry }) => telemetry,
  results: ({ results }) => results,
  'limits.headerBytes': ({ limits }) => limits?.headerBytes,
}

/** What differs in a new configuration and is only read at the start; `undefined` where nothing does. */
export function needingRestart(before: GatewayConfig, after: GatewayConfig): string | undefined {
  const changed = Object.entries(fixed).filter(([, read]) => JSON.stringify(read(before)) !== JSON.stringify(read(after)))
  return changed.length === 0 ? undefined : changed.map(([name]) => name).join(' ')
}
