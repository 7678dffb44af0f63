import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkShape } from '../check-shape.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'shape-'))
})
afterEach(() => {
  rmSync(base, { recursive: true })
})

function write(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(base, dirname(file)), { recursive: true })
    writeFileSync(join(base, file), text)
  }
}

const library = {
  'packages/plain/package.json': JSON.stringify({ name: '@interlingua/plain', exports: { '.': './src/index.ts' } }),
  'packages/plain/src/index.ts': "export { one } from './one.ts'\nexport type { Two } from './two.ts'",
  'packages/plain/README.md': '',
  'packages/plain/LICENSE': '',
}

describe('the shape check', () => {
  it('has nothing to say about a library with its papers and a plain index', () => {
    write(library)
    expect(checkShape(base, {}, {})).toEqual({ packages: 1, pending: [], problems: [] })
  })

  it('fails over no package at all', () => {
    expect(checkShape(base, {}, {}).problems).toEqual(['no package found to check'])
  })

  it('asks nothing of a package that exports nothing yet, but names it', () => {
    write({ 'packages/later/package.json': JSON.stringify({ name: '@interlingua/later' }), 'packages/later/src/index.ts': 'export {}\n' })
    expect(checkShape(base, { later: { counts: true } }, {})).toEqual({ packages: 1, pending: ['packages/later'], problems: [] })
  })

  it('misses papers, entries, and an index that only re-exports', () => {
    write({ ...library, 'packages/plain/src/index.ts': 'export const one = 1' })
    write({ 'packages/plain/package.json': JSON.stringify({ name: '@interlingua/plain', exports: { './http': './src/http.ts' } }) })
    rmSync(join(base, 'packages/plain/README.md'))
    expect(checkShape(base, {}, {}).problems).toEqual([
      'packages/plain: README.md is missing',
      'packages/plain: the entry ./src/http.ts does not exist',
      'packages/plain/src/index.ts: has more in it than named re-exports',
    ])
  })

  it('finds a hook that vitest would not hear of', () => {
    const said = [
      "import { afterAll, describe, test } from 'vitest'",
      'afterAll(() => {})',
      "describe.each([1])('d', () => {",
      '  afterAll(() => {})',
      "  test('t', () => {",
      '    afterAll(() => {})',
      '  })',
      '})',
      'export const start = () => {',
      "  describe('d', () => afterAll(() => {}))",
      '}',
    ]
    write({ ...library, 'packages/plain/test/one.test.ts': said.join('\n') })
    expect(checkShape(base, {}, {}).problems).toEqual([
      'packages/plain/test/one.test.ts:6: asks for a hook within a function, where vitest hears of none',
      'packages/plain/test/one.test.ts:10: asks for a hook within a function, where vitest hears of none',
    ])
  })

  it('finds a fast test that starts something, and a slow one without a reason', () => {
    write({
      ...library,
      'packages/plain/test/run-program.ts': "import { spawn } from 'node:child_process'\nexport const run = spawn",
      'packages/plain/test/a.test.ts': "import { run } from './run-program.ts'",
      'packages/plain/test/b.slow.test.ts': "import { run } from './run-program.ts'",
      'packages/plain/test/c.stores.test.ts': "const { run } = await import('./run-program.ts')",
      'packages/plain/test/d.slow.test.ts': '',
      'packages/plain/test/e.slow.test.ts': '',
    })
    const reasons = { 'packages/plain/test/e.slow.test.ts': 'renders', 'packages/plain/test/f.slow.test.ts': 'renders' }
    expect(checkShape(base, {}, reasons).problems).toEqual([
      'packages/plain/test/a.test.ts: reaches node:child_process, and is not called *.slow.test.ts',
      'packages/plain/test/d.slow.test.ts: starts nothing, and tools/test-tiers.ts names no other reason for it to be slow',
      'tools/test-tiers.ts: gives a reason for packages/plain/test/f.slow.test.ts, which is not there',
    ])
  })

  it('finds a getter, which would keep each stream that it is made for', () => {
    write({ ...library, 'packages/plain/src/deep/one.ts': 'export const one = () => ({\n  get size() {\n    return 1\n  },\n})\n' })
    expect(checkShape(base, {}, {}).problems).toEqual([
      'packages/plain/src/deep/one.ts:2: has a getter, which keeps what it sees until a full collection (docs/decisions/003)',
    ])
  })

  it('asks a text format for every file and name of the grid', () => {
    write(library)
    const { problems } = checkShape(base, { plain: { counts: true }, absent: { counts: false } }, {})
    expect(problems).toContain('packages/plain/src/lower-request.ts is missing')
    expect(problems).toContain('packages/plain/test/laws.test.ts is missing')
    expect(problems).toContain('packages/plain: does not export createStreamSerializer')
    expect(problems).toContain('packages/plain: does not export decodeCountResponse')
    expect(problems).toContain('packages/plain: does not export plain')
    expect(problems).toContain('packages/absent: the text format has no package')
  })

  it('wants the adapter checked by the compiler', () => {
    write({ ...library, 'packages/plain/src/adapter.ts': 'export const plain = {}' })
    expect(checkShape(base, { plain: { counts: false } }, {}).problems).toContain(
      'packages/plain/src/adapter.ts: is not checked to be a GenerateAdapter',
    )
    write({ 'packages/plain/src/adapter.ts': 'export const plain = {} satisfies GenerateAdapter' })
    expect(checkShape(base, { plain: { counts: false } }, {}).problems).not.toContain(
      'packages/plain/src/adapter.ts: is not checked to be a GenerateAdapter',
    )
  })
})
