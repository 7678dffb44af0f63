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
  it('has nothing to say about a library with its papers and a plain index', async () => {
    write(library)
    expect(await checkShape(base, {}, {})).toEqual({ packages: 1, pending: [], problems: [] })
  })

  it('fails over no package at all', async () => {
    expect((await checkShape(base, {}, {})).problems).toEqual(['no package found to check'])
  })

  it('asks nothing of a package that exports nothing yet, but names it', async () => {
    write({ 'packages/later/package.json': JSON.stringify({ name: '@interlingua/later' }), 'packages/later/src/index.ts': 'export {}\n' })
    expect(await checkShape(base, { later: { counts: true, grid: true } }, {})).toEqual({
      packages: 1,
      pending: ['packages/later'],
      problems: [],
    })
  })

  it('misses papers, entries, and an index that only re-exports', async () => {
    write({ ...library, 'packages/plain/src/index.ts': 'export const one = 1' })
    write({ 'packages/plain/package.json': JSON.stringify({ name: '@interlingua/plain', exports: { './http': './src/http.ts' } }) })
    rmSync(join(base, 'packages/plain/README.md'))
    expect((await checkShape(base, {}, {})).problems).toEqual([
      'packages/plain: README.md is missing',
      'packages/plain: the entry ./src/http.ts does not exist',
      'packages/plain/src/index.ts: has more in it than named re-exports',
    ])
  })

  it('wants published entries that require finds, and siblings by range', async () => {
    const exports = { '.': { types: './dist/index.d.ts', import: './dist/index.js' }, './edge': { default: './dist/edge.js' } }
    const dependencies = { '@interlingua/inner': 'workspace:*', '@interlingua/other': 'workspace:^', zod: 'catalog:' }
    const manifest = { name: '@interlingua/plain', exports: { '.': './src/index.ts' }, publishConfig: { exports }, dependencies }
    write({ ...library, 'packages/plain/package.json': JSON.stringify(manifest) })
    expect((await checkShape(base, {}, {})).problems).toEqual([
      'packages/plain: the published entry . has no `default`',
      'packages/plain: wants @interlingua/inner by workspace:*, not by workspace:^',
    ])
  })

  it('finds a hook that vitest would not hear of', async () => {
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
    expect((await checkShape(base, {}, {})).problems).toEqual([
      'packages/plain/test/one.test.ts:6: asks for a hook within a function, where vitest hears of none',
      'packages/plain/test/one.test.ts:10: asks for a hook within a function, where vitest hears of none',
    ])
  })

  it('finds a fast test that starts something, and a slow one without a reason', async () => {
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
    expect((await checkShape(base, {}, reasons)).problems).toEqual([
      'packages/plain/test/a.test.ts: reaches node:child_process, and is not called *.slow.test.ts',
      'packages/plain/test/d.slow.test.ts: starts nothing, and tools/test-tiers.ts names no other reason for it to be slow',
      'tools/test-tiers.ts: gives a reason for packages/plain/test/f.slow.test.ts, which is not there',
    ])
  })

  it('finds a getter, which would keep each stream that it is made for', async () => {
    write({ ...library, 'packages/plain/src/deep/one.ts': 'export const one = () => ({\n  get size() {\n    return 1\n  },\n})\n' })
    expect((await checkShape(base, {}, {})).problems).toEqual([
      'packages/plain/src/deep/one.ts:2: has a getter, which keeps what it sees until a full collection (docs/decisions/003)',
    ])
  })

  it('asks a text format for every file and name of the grid', async () => {
    write(library)
    const { problems } = await checkShape(base, { plain: { counts: true, grid: true }, absent: { counts: false, grid: true } }, {})
    expect(problems).toContain('packages/plain/src/lower-request.ts is missing')
    expect(problems).toContain('packages/plain/test/laws.test.ts is missing')
    expect(problems).toContain('packages/plain: does not export createStreamSerializer')
    expect(problems).toContain('packages/plain: does not export decodeCountResponse')
    expect(problems).toContain('packages/plain: does not export plain')
    expect(problems).toContain('packages/absent: the text format has no package')
  })

  it('wants the adapter checked by the compiler', async () => {
    write({ ...library, 'packages/plain/src/adapter.ts': 'export const plain = {}' })
    expect((await checkShape(base, { plain: { counts: false, grid: true } }, {})).problems).toContain(
      'packages/plain/src/adapter.ts: is not checked to be a GenerateAdapter',
    )
    write({ 'packages/plain/src/adapter.ts': 'export const plain = {} satisfies GenerateAdapter' })
    expect((await checkShape(base, { plain: { counts: false, grid: true } }, {})).problems).not.toContain(
      'packages/plain/src/adapter.ts: is not checked to be a GenerateAdapter',
    )
  })

  const guest = {
    'packages/my-guest/package.json': JSON.stringify({ name: '@interlingua/my-guest', private: true, exports: { '.': './src/index.ts' } }),
    'packages/my-guest/README.md': '',
    'packages/my-guest/src/index.ts': "export { decodeRequest, http, myGuest, notice } from './adapter.ts'",
    'packages/my-guest/src/adapter.ts':
      "export const http = {}\nexport const decodeRequest = () => 1\nexport const myGuest = { format: 'my-guest', http, decodeRequest }\n" +
      "export const notice = Object.assign(() => 1, { owner: 'my-guest', table: { mood: {} } })",
    'packages/my-guest/src/edge.ts':
      "import { myGuest as adapter } from './adapter.ts'\nexport const myGuest = { adapter, vendor: '', client: {}, upstream: {}, describe: {} }",
    'packages/my-guest/test/laws.test.ts': 'describeAdapterLaws(myGuest, {})',
  }
  const guests = { 'my-guest': { counts: false, grid: false } }

  it('asks a guest for exports, whatever its files are called', async () => {
    write(guest)
    expect((await checkShape(base, guests, {})).problems).toEqual([])
  })

  it('finds members of a guest that are not exported, or are none', async () => {
    write({
      ...guest,
      'packages/my-guest/src/index.ts': "export { myGuest } from './adapter.ts'",
      'packages/my-guest/src/adapter.ts': "export const myGuest = { format: 'my-guest', http: {}, decodRequest: () => 1 }",
      'packages/my-guest/test/laws.test.ts': '',
    })
    expect((await checkShape(base, guests, {})).problems).toEqual([
      'packages/my-guest: does not export http',
      'packages/my-guest: myGuest has decodRequest, which is no member of an adapter',
      'packages/my-guest: does not export notice, declared for my-guest',
      'packages/my-guest: no test calls describeAdapterLaws',
    ])
  })

  it('says why a guest does not load, and where its edge is another thing', async () => {
    write({
      ...guest,
      'packages/my-guest/src/adapter.ts': "throw new Error('oh')",
      'packages/my-guest/src/edge.ts': 'export const myGuest = {}',
    })
    expect((await checkShape(base, guests, {})).problems).toEqual([
      expect.stringMatching(/^packages\/my-guest\/src\/index.ts: does not load: /),
      'packages/my-guest/src/edge.ts: does not export myGuest, an edge',
    ])
  })

  it('finds an edge with another adapter', async () => {
    const edge = "export const myGuest = { adapter: {}, vendor: '', client: {}, upstream: {}, describe: {} }"
    write({ ...guest, 'packages/my-guest/src/edge.ts': edge })
    expect((await checkShape(base, guests, {})).problems).toEqual(['packages/my-guest/src/edge.ts: has another adapter than the index'])
  })

  it('finds a notice of a guest that another format has as its own', async () => {
    write({
      ...guest,
      'packages/other/package.json': JSON.stringify({ name: '@interlingua/other', private: true }),
      'packages/other/README.md': '',
      'packages/other/src/index.ts': "export { notice } from './notices.ts'",
      'packages/other/src/notices.ts': "export const notice = Object.assign(() => 1, { owner: 'other', table: { mood: {} } })",
    })
    const { problems } = await checkShape(base, { ...guests, other: { counts: false, grid: true } }, {})
    expect(problems).toContain('packages/my-guest: mood is a notice of other too; make it standard')
  })
})
