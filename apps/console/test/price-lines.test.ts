import { expect, test } from 'vitest'
import { parseConfig } from '../../gateway/src/config/read-config.ts'
import { priceLines } from '../src/pages/settings/price-lines.ts'

test('models without a price get lines for the file, whatever their names are, which the gateway takes once they are filled in', () => {
  const rows = [
    { channel: 'a', model: 'known', requests: 1, input: 0, output: 0 },
    { channel: 'b', model: 'x # "y": {', requests: 0 },
  ]
  const lines = `demo: true\n${priceLines(rows)}`
  expect(() => parseConfig(lines, 'file')).toThrow(/prices\.models\[0\]\.input|FILL_IN|number/)
  expect(parseConfig(lines.replaceAll('FILL_IN', '1.5'), 'file').prices?.models).toMatchObject([
    { model: 'x # "y": {', channel: 'b', input: 1.5, output: 1.5 },
  ])
  expect(priceLines(rows.slice(0, 1))).toBeUndefined()
})
