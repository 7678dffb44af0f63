import { expect, it } from 'vitest'
import { chain, type Machine } from '@interlingua/core'

/** Gives each input `times` times, and its name at the end. */
const repeat = (name: string, times: number): Machine<string, string> => ({
  push: (input) => Array.from({ length: times }, () => input),
  end: () => [name],
})
const join = (): Machine<string, string> => {
  let all = ''
  return {
    push(input) {
      all += input
      return []
    },
    end: () => [all],
  }
}

it.each([0, 1, 2])('gives what the first machine gives to the second, %d at a time, also at the end', (times) => {
  const machine = chain(repeat('a', times), repeat('b', 2))
  expect(machine.push('x')).toEqual(Array.from({ length: times * 2 }, () => 'x'))
  expect(machine.end()).toEqual(['a', 'a', 'b'])
})

it('ends each machine once, the first one first, and chains three and four', () => {
  expect(chain(repeat('a', 1), repeat('b', 1), repeat('c', 1)).end()).toEqual(['a', 'b', 'c'])
  const four = chain(repeat('a', 2), repeat('b', 1), repeat('c', 1), join())
  expect(four.push('x')).toEqual([])
  expect(four.end()).toEqual(['xxabc'])
})
