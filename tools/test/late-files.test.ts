import { expect, test } from 'vitest'
import { lateFiles } from '../late-files.ts'

const files = [
  { name: 'packages/core/test/a.test.ts', seconds: 9 },
  { name: 'packages/core/test/b.test.ts', seconds: 45 },
  { name: 'apps/gateway/test/pass-through.test.ts', seconds: 45 },
]

test('a file that takes long is named, and the faster the machine is that it ran on, the earlier', () => {
  expect(lateFiles(files, 0.5)).toEqual([expect.stringMatching(/^packages\/core\/test\/b\.test\.ts: takes 45\.0 s/)])
  expect(lateFiles(files, 3)).toEqual([])
})
