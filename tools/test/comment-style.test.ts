import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkComments, isRefused, lowerLimits, readComments } from '../comment-style.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'comments-'))
  write('packages/plain/package.json', '{ "name": "plain" }')
})
afterEach(() => {
  rmSync(base, { recursive: true })
})

function write(file: string, text: string): void {
  mkdirSync(join(base, dirname(file)), { recursive: true })
  writeFileSync(join(base, file), text)
}

const file = 'packages/plain/src/one.ts'

describe('the comment check', () => {
  it.each([
    'What came first.',
    'whoever waits',
    'Of the second, nothing.',
    'Whether it is open.',
    'As Vertex.',
    'It ends.',
    'Its name.',
    'This is late.',
    'A key that nobody has.',
    'The table, it is so that rows stay.',
    'A list, of which nothing is kept.',
  ])('refuses %s', (text) => {
    expect(isRefused(text)).toBe(true)
  })

  it.each([
    'Milliseconds of silence; 0 turns the timer off.',
    'True if the stream is open.',
    'Asserts that the list is sorted.',
    '`what` is the name of a field.',
    'This file is generated.',
    'Ones and zeros.',
  ])('accepts %s', (text) => {
    expect(isRefused(text)).toBe(false)
  })

  it('reads doc comments and blocks of line comments, and neither plain blocks nor strings', () => {
    const text = [
      '/** First',
      ' *  of all. */',
      'const a = "// no comment" // beside',
      '// A block',
      '//   of two lines.',
      '',
      '// Another.',
      '/* plain */',
    ].join('\n')
    expect(readComments(file, text)).toEqual([
      { line: 1, text: 'First of all.' },
      { line: 3, text: 'beside' },
      { line: 4, text: 'A block of two lines.' },
      { line: 7, text: 'Another.' },
    ])
  })

  it('names the places where a folder has more refused comments than its limit', () => {
    write(file, '/** What it is. */\nexport const one = 1 // A number.\n')
    write('packages/plain/node_modules/other/index.ts', '// What it is.\n')
    expect(checkComments(base, {})).toEqual({
      comments: 2,
      problems: [`${file}:1: What it is.`, 'packages/plain: 1 comments without a subject; the limit is 0'],
    })
    expect(checkComments(base, { 'packages/plain': 1 }).problems).toEqual([])
  })

  it('wants a limit lowered once fewer comments are refused, and removed with its folder', () => {
    write(file, '/** What it is. */\nexport const one = 1\n')
    const limits = { 'packages/plain': 3, 'packages/gone': 1 }
    expect(checkComments(base, limits).problems).toEqual([
      'tools/comment-limits.json: lower the limit of packages/plain to 1',
      'tools/comment-limits.json: packages/gone is no folder that is checked; remove it',
    ])
    expect(lowerLimits(base, limits)).toEqual({ 'packages/plain': 1 })
    expect(lowerLimits(base, {})).toEqual({})
  })
})
