import { answerTranslation, lawFieldCoverage, requestTranslation } from '@interlingua/testkit'
import type { CoverageEntry } from '@interlingua/testkit'
import { describe, expect, test } from 'vitest'
import { othersOf } from '../src/format-pairs.ts'
import { formatIds, formats } from '../src/formats.ts'
import { entriesOf } from '../src/coverage-group.ts'
import type { CoverageGroup } from '../src/coverage-group.ts'
import { coverages } from '../src/coverages.ts'
import { pairOf } from '../src/pair-of.ts'
import { sdkKeys } from '../src/sdk-keys.ts'

describe.each(formatIds)('the field coverage of %s', (format) => {
  const { request, answer } = coverages[format]

  test.each([...request, ...answer].filter((group) => group.of !== undefined).map((group) => [group.of ?? '', group] as const))(
    'names every key that the SDK declares for %s',
    (of, group) => {
      const declared = sdkKeys(format, of)
      expect(declared.length).toBeGreaterThan(0)
      expect(declared.filter((key) => !group.required.includes(key) && !(key in group.fields) && !(key in (group.inert ?? {})))).toEqual([])
    },
  )

  describe.each(othersOf(format))('to %s', (other) => {
    describe('a request field, set alone, shows or is reported', () => {
      const translate = requestTranslation(pairOf(format, other), formats[format].headers)
      test.each(cases(request))('%s', (_, entry) => expect(lawFieldCoverage(translate, {}, entry)).toEqual([]))
    })

    describe('an answer field, set alone, shows or is reported', () => {
      const translate = answerTranslation(pairOf(format, other))
      test.each(cases(answer))('%s', (_, entry) => expect(lawFieldCoverage(translate, {}, entry)).toEqual([]))
    })
  })
})

/** Titles by the SDK's type and the place, with a number where that is ambiguous. */
function cases(groups: readonly CoverageGroup[]): [string, CoverageEntry][] {
  const seen = new Map<string, number>()
  return groups.flatMap((group) =>
    entriesOf(group).map((entry): [string, CoverageEntry] => {
      const name = `${group.of ?? 'base'} ${entry.path}`
      const count = (seen.get(name) ?? 0) + 1
      seen.set(name, count)
      return [count === 1 ? name : `${name} (${count})`, entry]
    }),
  )
}
