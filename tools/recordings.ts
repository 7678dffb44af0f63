import { existsSync } from 'node:fs'
import { describe, test } from 'vitest'
import { recordingsAbsent } from './recordings-absent.ts'

/**
 * Tests over recorded exchanges of real providers. Nobody here wrote those, so they lie beside the checkout and are not part of it. Where
 * `folder` is absent, nothing is read, and one skipped test says why: a check that did not happen must not look like one that passed.
 */
export function describeRecordings(title: string, folder: string | URL, define: () => void): void {
  describe(title, () => {
    if (existsSync(folder)) define()
    else test('are read', (context) => context.skip(recordingsAbsent))
  })
}
