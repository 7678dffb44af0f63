import type { PriceRow } from '@interlingua/console/api'
import { expect, test } from 'vitest'
import { addCommands } from '../src/pages/config-file/add-commands.ts'
import { readPrices } from '../src/pages/settings/read-prices.ts'

const rows: readonly PriceRow[] = ['a', 'b'].map((model) => ({ model, channel: 'c', requests: 0 }))

test('rows without prices are left out, and a price is a number with at most six digits after the point', () => {
  expect(
    readPrices(rows, [
      { input: ' 0 ', output: '2.000001' },
      { input: '', output: ' ' },
    ]),
  ).toEqual({
    prices: [{ model: 'a', channel: 'c', input: 0, output: 2.000001 }],
  })
  for (const wrong of ['-1', '1,5', '1e3', '2.0000001', '1000001', '0x1', 'many', ''])
    expect([wrong, readPrices(rows, [{ input: '1', output: wrong }]).problem]).toEqual([wrong, expect.stringContaining('a: both prices')])
  expect(readPrices(rows, []).problem).toBe('Fill in the prices of a model.')
})

test('commands quote what a shell would read otherwise', () => {
  expect(
    addCommands({
      prices: [{ model: "o'x; rm -rf $HOME", channel: 'c', input: 1, output: 2.5 }],
      routes: [{ match: '*haiku*', to: 'm', fallbacks: ['n'] }],
    }),
  ).toEqual([
    String.raw`interlingua prices add 'o'\''x; rm -rf $HOME' --channel=c --input=1 --output=2.5 --write`,
    "interlingua route add '*haiku*' --to=m --fallback=n --write",
  ])
  expect(addCommands({ routes: [{ match: '-x', to: '--y' }] })).toEqual(['interlingua route add --to=--y --write -- -x'])
})
