import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordingsAbsent } from '../recordings-absent.ts'
import { root } from '../workspace.ts'

let folder: string
beforeEach(() => {
  // Inside the workspace, so that the tests in it find vitest.
  folder = mkdtempSync(join(root, 'node_modules', '.tally-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

function runVitest(
  text: string,
  ci: boolean,
  { name, bare = false }: { readonly name?: string; readonly bare?: boolean } = {},
): { readonly status: number | null; readonly output: string; readonly tally: unknown } {
  writeFileSync(join(folder, 'one.test.js'), `import { afterAll, describe, expect, it } from 'vitest'\n${text}`)
  writeFileSync(join(folder, 'vitest.config.js'), `export default ${JSON.stringify({ test: { name } })}`)
  const { CI: _, VITEST: __, INTERLINGUA_BARE: ___, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      folder,
      '--reporter=default',
      `--reporter=${join(root, 'tools/tally-reporter.ts')}`,
    ],
    {
      env: { ...env, ...(ci && { CI: 'true' }), ...(bare && { INTERLINGUA_BARE: '1' }), INTERLINGUA_TALLY: join(folder, 'tally.json') },
      encoding: 'utf8',
    },
  )
  return { status, output: stdout + stderr, tally: JSON.parse(readFileSync(join(folder, 'tally.json'), 'utf8')) }
}

describe('the tally reporter', () => {
  it('counts what passed and what failed, nested or not', () => {
    const { status, tally } = runVitest(
      "it('a', () => {})\ndescribe('d', () => { it('b', () => {}); it('c', () => expect(1).toBe(2)) })",
      false,
    )
    expect({ status, tally }).toEqual({
      status: 1,
      tally: { passed: 2, failed: 1, skipped: 0, failures: [expect.stringMatching(/^one\.test\.js > d > c: expected 1 to be 2/)] },
    })
  })

  it('names a file from the root of the run, whatever its project is called', () => {
    const { tally } = runVitest("it('a', () => expect(1).toBe(2))", false, { name: '@scope/one' })
    expect(tally).toMatchObject({ failures: [expect.stringMatching(/^one\.test\.js > a: expected 1 to be 2/)] })
  })

  it('counts a file that does not load as a failure', () => {
    const { status, tally } = runVitest("throw new Error('no')", false)
    expect({ status, tally }).toEqual({ status: 1, tally: { passed: 0, failed: 1, skipped: 0, failures: ['one.test.js: no'] } })
  })

  it('says where each failure is, of tests, of hooks and of what nobody waited for', () => {
    const hook = "describe('d', () => { afterAll(() => { throw new Error('hook') }); it('b', () => {}) })"
    const loose =
      "it('a', () => { setTimeout(() => { throw new Error('loose') }) })\nit('e', () => new Promise((end) => setTimeout(end, 50)))"
    const { tally } = runVitest(`${hook}\n${loose}`, false)
    expect(tally).toEqual({
      passed: 3,
      failed: 2,
      skipped: 0,
      failures: ['outside of a test: loose', 'one.test.js > d: hook'],
    })
  })

  it('names a skipped test with its reason, and lets the run pass outside CI', () => {
    const { status, output, tally } = runVitest(
      "it('needs recordings', (context) => context.skip('../shared/corpus is missing'))\nit('a', () => {})",
      false,
    )
    expect({ status, tally }).toEqual({ status: 0, tally: { passed: 1, failed: 0, skipped: 1, failures: [] } })
    expect(output).toContain('skipped: one.test.js > needs recordings: ../shared/corpus is missing')
  })

  it('fails the run in CI when a test was skipped', () => {
    const { status, tally } = runVitest("it.skip('later', () => {})\nit('a', () => {})", true)
    expect({ status, tally }).toEqual({ status: 1, tally: { passed: 1, failed: 0, skipped: 1, failures: [] } })
  })
  it('in a bare clone excuses what needs recordings, and nothing else', () => {
    const needing = `it('b', (context) => context.skip(${JSON.stringify(recordingsAbsent)}))`
    const excused = runVitest(`it('a', () => {})\n${needing}`, true, { bare: true })
    expect(excused).toMatchObject({ status: 0, tally: { passed: 1, failed: 0, skipped: 1, excused: 1, failures: [] } })
    const other = runVitest(`it.skip('a', () => {})\n${needing}`, true, { bare: true })
    expect(other).toMatchObject({ status: 1, tally: { passed: 0, failed: 0, skipped: 2, excused: 1, failures: [] } })
  })

  it('elsewhere in CI excuses nothing', () => {
    const { status } = runVitest(`it('a', (context) => context.skip(${JSON.stringify(recordingsAbsent)}))`, true)
    expect(status).toBe(1)
  })
})
