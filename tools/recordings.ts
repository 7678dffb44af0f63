import { existsSync } from 'node:fs'
import { describe, test } from 'vitest'
import { recordingsAbsent } from './recordings-absent.ts'

/**
 * Tests over recorded exchanges of real providers, which lie beside the checkout and are not part of it. If `folder` is absent, one skipped
 * test says why, so that an absent check does not look like a passed one.
 */
export function describeRecordings(title: string, folder: string | URL, define: () => void): void {
  describe(title, () => {
    if (existsSync(folder)) define()
    else test('are read', (context) => context.skip(recordingsAbsent))
  })
}
