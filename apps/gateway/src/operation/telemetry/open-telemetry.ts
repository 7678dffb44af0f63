import type { FileConfig } from '../../config/config-schema.ts'
import type { Telemetry } from './telemetry.ts'
import { telemetrySettings } from './telemetry-settings.ts'

/** What exports spans and metrics, loaded only where somebody named a collector. */
export async function openTelemetry(
  config: FileConfig['telemetry'],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Telemetry | undefined> {
  const settings = telemetrySettings(config, environment)
  if (settings === undefined) return undefined
  const { createTelemetry } = await import('./create-telemetry.ts')
  return createTelemetry(settings)
}
