import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Recording } from '@interlingua/testkit'

// Recorded traffic of real clients, which lies beside the checkout and is not part of it.
export const corpusFolder = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))

export const recordings: readonly Recording[] = globSync('interactions/*.json', { cwd: corpusFolder }).map(
  (file) => JSON.parse(readFileSync(`${corpusFolder}/${file}`, 'utf8')) as Recording,
)
