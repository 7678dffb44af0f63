import { expect, test } from 'vitest'
import { formatIds } from '../src/formats.ts'
import { wrongFields } from '../src/wrong-fields.ts'

test.each(formatIds)('whatever a field of %s holds, it is read, or refused by name', (format) => {
  const { runs, faults } = wrongFields(format)
  expect(runs).toBeGreaterThan(1_000)
  expect(faults).toEqual([])
})
