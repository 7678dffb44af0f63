import { expect, test } from 'vitest'
import { rememberByName } from '../src/patterns.ts'

test('what is found is remembered, nothing included, but long names are not, and too many are forgotten', () => {
  const asked: string[] = []
  const find = rememberByName((name) => {
    asked.push(name)
    return name === 'nothing' ? undefined : name.length
  })
  for (const name of ['nothing', 'nothing', 'model', 'model']) find(name)
  expect(asked).toEqual(['nothing', 'model'])
  const long = 'x'.repeat(10_000)
  expect([find(long), find(long)]).toEqual([10_000, 10_000])
  expect(asked.filter((name) => name === long)).toHaveLength(2)
  for (let index = 0; index < 1_000; index++) find(`made-up-${index}`)
  asked.length = 0
  expect([find('model'), find('model')]).toEqual([5, 5])
  expect(asked).toEqual(['model'])
})
