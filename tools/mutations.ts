// Checks that the fast tests notice faults: `pnpm mutations` puts each fault of the table into a copy of this checkout, and runs the tests
// that must fail. A number of words of file names (`pnpm mutations breaker usage`) takes those faults alone.
import { cpSync, existsSync, globSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync, spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { faults, type Fault } from './mutation-table.ts'
import { root } from './workspace.ts'

/** Source file with the text of a fault; one that is gone, or stands there twice, is an error of the table. */
export function findFault({ folder, text }: Fault, base: string = root): string {
  const files = globSync(`${folder}/src/**/*.ts`, { cwd: base }).map((file) => file.replaceAll('\\', '/'))
  const found = files.flatMap((file) =>
    readFileSync(join(base, file), 'utf8')
      .split(text)
      .slice(1)
      .map(() => file),
  )
  const [file] = found
  if (file === undefined || found.length > 1)
    throw new Error(
      `${folder}: the text of its fault stands in the sources ${found.length} times, not once. Mend tools/mutation-table.ts: ${text}`,
    )
  return file
}

/** Tests that must notice: the fast ones of the fault's workspace, and those it names. */
export function testsOf({ folder, tests = [] }: Fault, base: string = root): readonly string[] {
  const own = `${folder}/test`
  return [...new Set([...(existsSync(join(base, own)) && !tests.some((test) => test.startsWith(own)) ? [own] : []), ...tests])]
}

/** Copies the files of this checkout, links what is installed, and the recordings beside it. */
function copyCheckout(folder: string): string {
  const copy = join(folder, 'main')
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of new Set(list.split('\0'))) {
    if (file === '' || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file), { verbatimSymlinks: true })
  }
  // Links of workspaces to one another are relative, so that in the copy they lead to the copy.
  for (const modules of globSync(['{packages,apps,examples}/*/node_modules', '{conformance,bench}/node_modules'], { cwd: root }))
    cpSync(join(root, modules), join(copy, modules), { recursive: true, verbatimSymlinks: true, filter: isLinkOrFolder })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  const shared = resolve(root, '../shared')
  if (existsSync(shared)) symlinkSync(shared, join(folder, 'shared'), 'junction')
  return copy
}

/** Leaves out caches of tools, which are files. */
function isLinkOrFolder(path: string): boolean {
  const stats = lstatSync(path)
  return stats.isSymbolicLink() || (stats.isDirectory() && !/node_modules[/\\]\.(?!bin)/.test(path))
}

/** Runs fast tests until the first that fails; their output is shown where none should. */
function runTests(copy: string, tests: readonly string[], shown: boolean): boolean {
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs')
  const env = { ...process.env, INTERLINGUA_TIER: 'fast', INTERLINGUA_QUICK: '1' }
  const { status, error } = spawnSync(process.execPath, [vitest, 'run', '--bail=1', '--reporter=dot', '--silent=true', ...tests], {
    cwd: copy,
    env,
    stdio: shown ? 'inherit' : 'ignore',
  })
  if (error !== undefined) throw error
  return status === 0
}

function main(words: readonly string[]): boolean {
  const chosen = faults.filter((fault) => words.length === 0 || words.some((word) => findFault(fault).includes(word)))
  // Before anything runs, so that a table that is out of date fails at once.
  for (const fault of faults) findFault(fault)
  const folder = mkdtempSync(join(tmpdir(), 'interlingua-mutations-'))
  try {
    const copy = copyCheckout(folder)
    console.log('without a fault …')
    if (!runTests(copy, [...new Set(chosen.flatMap((fault) => testsOf(fault)))], true)) {
      console.error('The tests fail without a fault: mend them first.')
      return false
    }
    const missed: Fault[] = []
    for (const fault of chosen) {
      const file = findFault(fault, copy)
      const path = join(copy, file)
      const source = readFileSync(path, 'utf8')
      const began = performance.now()
      writeFileSync(
        path,
        source.replace(fault.text, () => fault.fault),
      )
      const passed = runTests(copy, testsOf(fault), false)
      writeFileSync(path, source)
      if (passed) missed.push(fault)
      console.log(`${passed ? 'MISSED' : 'noticed'} (${((performance.now() - began) / 1000).toFixed(0)} s): ${file}: ${fault.fault}`)
    }
    console.log(`${chosen.length - missed.length} of ${chosen.length} faults were noticed`)
    return missed.length === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2)) ? 0 : 1
