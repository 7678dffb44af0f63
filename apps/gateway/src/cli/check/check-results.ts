import { ConfigError } from '../../config/config-error.ts'
import type { GatewayConfig } from '../../config/gateway-config.ts'
import { dividedResults } from '../../results/divided-results.ts'
import { resultsSettings, type ResultsSettings } from '../../results/results-settings.ts'
import { ResultsError } from '../../results/results-error.ts'
import type { Finding } from './finding.ts'

const path = ['results']

/** Whether results are where all gateways find them, and, where it may be asked, whether the bucket can be used. */
export async function checkResults(config: GatewayConfig, connect: boolean): Promise<readonly Finding[]> {
  let settings: ResultsSettings
  try {
    settings = resultsSettings(config)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [{ level: 'error', path, message: error.message }]
  }
  if (settings.divided) return [{ level: 'warning', ...(config.results && { path }), message: dividedResults }]
  if (!connect || settings.s3 === undefined) return []
  const { createS3Storage } = await import('../../results/create-s3-storage.ts')
  const storage = createS3Storage(settings.s3)
  try {
    await storage.ping()
    return []
  } catch (error) {
    if (!(error instanceof ResultsError)) throw error
    return [{ level: 'error', path, message: error.message }]
  } finally {
    await storage.close()
  }
}
