import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { videoCases } from '../src/media/video-cases.ts'
import { refusalOf, videoPage } from '../src/media/video-table.ts'

test('the page about limits on videos in docs is what the code does', () => {
  const committed = readFileSync(new URL('../../docs/video-limits.md', import.meta.url), 'utf8')
  // `node conformance/src/media/video-table.ts` writes the page anew.
  expect(videoPage().split('\n')).toEqual(committed.split('\n'))
})

test.each(videoCases.flatMap((each) => each.tiers.map((tier) => ({ ...each, each, tier }))))(
  '$tier: $name is accepted, or refused where the interface says so',
  ({ each, tier, refusedAt }) => {
    expect(refusalOf(each, tier)).toBe(refusedAt)
  },
)
