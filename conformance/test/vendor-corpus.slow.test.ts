import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { describeRecordings } from '../../tools/recordings.ts'
import { recordings } from '../src/recorded-corpus.ts'
import { compareRefusals } from '../src/vendor/judge-known.ts'
import { judgeRecorded } from '../src/vendor/judge-recorded.ts'
import { recordedModels } from '../src/vendor/recorded-models.ts'
import { knownInRecorded } from '../src/vendor/vendor-known.ts'

describeRecordings('recorded requests, sent to models of other vendors', fileURLToPath(recordings), () => {
  test('are refused by no rule of any, but for what is known', () => {
    const { sent, found } = judgeRecorded()
    const { unknown, stale } = compareRefusals(found, knownInRecorded)
    expect(unknown).toEqual([])
    expect(stale, 'mended: delete these lines of vendor-known.ts').toEqual([])
    expect(recordedModels.length).toBeGreaterThanOrEqual(14)
    expect(sent).toBeGreaterThan(3000)
  }, 120_000)
})
