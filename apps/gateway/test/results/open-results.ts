import type { GatewayConfig } from '../../src/index.ts'
import { createResults, type Results } from '@interlingua/tasks'
import { resultsOptions } from '../../src/config/gateway-options.ts'
import { openStore } from '@interlingua/store'
import { atEnd } from '../at-end.ts'

/** Opens the results of this configuration like another gateway on the same store. Closed after the file's tests. */
export async function openResults(config: Pick<GatewayConfig, 'results' | 'dataDir' | 'databaseUrl'>): Promise<Results> {
  const store = await openStore(config)
  const results = createResults(resultsOptions(config), store.documents, () => {})
  atEnd(async () => {
    await results.close()
    await store.close()
  })
  return results
}
