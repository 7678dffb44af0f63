import { expect, test } from 'vitest'
import { measureBundles, tooLarge } from '../bundle-size.ts'

test('bundles of users are not larger than they may be', async () => {
  const sizes = await measureBundles()
  console.log(sizes.map(({ name, size, limit }) => `${name}: ${size} KB of ${limit}`).join('\n'))
  expect(tooLarge(sizes)).toEqual([])
}, 120_000)

test('a bundle that is larger is named with its size', () => {
  expect(tooLarge([{ name: 'a pair', limit: 75, size: 80.5 }])).toEqual(['a pair: 80.5 KB, at most 75 KB are allowed'])
})
