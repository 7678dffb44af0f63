import type { GatewayConfig } from '../../src/index.ts'
import { createResults } from '../../src/results/create-results.ts'
import { resultsSettings } from '../../src/results/results-settings.ts'
import type { Results } from '../../src/results/results.ts'
import { openStore } from '../../src/store/open-store.ts'
import { atEnd } from '../at-end.ts'

/** The results of a gateway of this configuration, as another gateway on the same store has them. Closed after the file's tests. */
export async function openResults(config: Pick<GatewayConfig, 'results' | 'data' | 'databaseUrl'>): Promise<Results> {
  const store = await openStore(config)
  const results = createResults(resultsSettings(config), store.documents, () => {})
  atEnd(async () => {
    await results.close()
    await store.close()
  })
  return results
}
