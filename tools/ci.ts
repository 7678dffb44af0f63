// The slower half of .ci/run: what `npm test` does not check because it needs a build, a browser or minutes.
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkChangesets } from './check-changesets.ts'
import { packLibraries, type PackedLibrary } from './pack-libraries.ts'
import { runStep } from './run-step.ts'
import { createSmokeProject, smokeBare, smokeBrowser, smokeMachineNode, smokeNode } from './smoke-test.ts'
import { addTallies, tallyOf, type Tally } from './tally.ts'
import { root, type Manifest } from './workspace.ts'

const scratch = mkdtempSync(join(tmpdir(), 'interlingua-ci-'))
let tally = readTestTally()

await step('npm test in a clone with nothing beside it', () => testBareClone(join(scratch, 'bare')))
await step('format', () => runStep('oxfmt', ['--check']))
await step('unused code', () => runStep('knip', ['--no-progress']))
await step('changesets', () => none(checkChangesets()))
await step('fuzz', () => runStep(process.execPath, ['conformance/src/fuzz.ts']))
await step('loss matrix', () => runStep(process.execPath, ['conformance/src/loss-matrix.ts', '--check']))
for (const folder of globSync('examples/*/package.json', { cwd: root }).toSorted())
  await step(`example ${folder.split('/').at(-2)}`, () => runExample(join(root, folder, '..')))
await step('agents', () => runStep(process.execPath, ['tools/clients.ts']))
await step('pages on clients', () => runStep(process.execPath, ['clients/docs.ts', '--check']))
await step('clients', () => runStep(process.execPath, ['clients/run.ts']))
const built = await step('build', () => runStep('turbo', ['run', 'build', '--output-logs=errors-only']))
if (built) await checkPublished()

rmSync(scratch, { recursive: true })
for (const failure of tally.failures) console.error(`FAILED: ${failure}`)
process.exitCode = tally.failed > 0 ? 1 : 0
console.log(`${tally.passed} passed, ${tally.failed} failed`)

async function checkPublished(): Promise<void> {
  const tarballs = join(scratch, 'tarballs')
  mkdirSync(tarballs)
  let packed: readonly PackedLibrary[] = []
  await step('pack', async () => {
    packed = await packLibraries(tarballs)
    return packed.length > 0
  })
  for (const { manifest, tarball } of packed) {
    await step(`publint ${manifest.name}`, () => runStep('publint', ['run', tarball, '--strict'], { quiet: true }))
    // The packages are ES modules only, by intention: the two resolutions of CommonJS are not asked for.
    await step(`attw ${manifest.name}`, () => runStep('attw', [tarball, '--profile', 'esm-only', '--no-emoji'], { quiet: true }))
  }
  const project = join(scratch, 'smoke')
  if (!(await step('smoke: install', () => createSmokeProject(project, packed)))) return
  await step('smoke: Node of the workspace', () => smokeNode(project))
  await step('smoke: Node of the machine', () => smokeMachineNode(project))
  await step('smoke: browser', () => smokeBrowser(project))
  await step('smoke: bare runtime', () => smokeBare(project))
}

/** Runs one check and counts it. It fails by saying false or by throwing. */
async function step(name: string, run: () => unknown): Promise<boolean> {
  const began = performance.now()
  let ok = true
  try {
    ok = (await run()) !== false
  } catch (error) {
    ok = false
    console.error(error instanceof Error ? error.message : error)
  }
  console.log(`${ok ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
  tally = addTallies(tally, tallyOf(name, ok))
  return ok
}

function none(problems: readonly string[]): boolean {
  for (const problem of problems) console.error(problem)
  return problems.length === 0
}

/** An example is a program that ends with an error when something is not as it says. */
function runExample(folder: string): Promise<boolean> {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  if (existsSync(join(folder, 'run.ts'))) return runStep(process.execPath, ['run.ts'], { cwd: folder })
  if (scripts?.['test'] !== undefined) return runStep('pnpm', ['run', 'test'], { cwd: folder })
  throw new Error(`${folder} has neither a run.ts nor a test script`)
}

/**
 * What somebody sees who clones the project and has nothing else: tests over recordings are skipped and say why; none fails, and no other is
 * skipped. Tests what is committed.
 */
async function testBareClone(folder: string): Promise<boolean> {
  mkdirSync(folder)
  const clone = join(folder, 'main')
  if (!(await runStep('git', ['clone', '--quiet', root, clone]))) throw new Error('this checkout cannot be cloned')
  const report = join(folder, 'tally.json')
  const env = { INTERLINGUA_BARE: '1', INTERLINGUA_TALLY: report }
  const ok = await runStep(process.execPath, [join(clone, 'tools/run.mjs'), 'test'], { cwd: clone, env })
  const { skipped, failures } = readTally(report)
  for (const failure of failures) console.error(`FAILED in a bare clone: ${failure}`)
  if (skipped === 0) throw new Error('no test was skipped: the clone is not as bare as it should be')
  rmSync(folder, { recursive: true })
  return ok
}

/** What `npm test`, run before by .ci/run, came to. There, a skipped test is a failed one. */
function readTestTally(): Tally {
  try {
    const { passed, failed, skipped, failures } = readTally(process.env['INTERLINGUA_TALLY'] ?? '')
    return { passed, failed: failed + skipped, skipped: 0, failures: skipped > 0 ? [...failures, `${skipped} skipped tests`] : failures }
  } catch {
    return tallyOf('npm test, which left no report', false)
  }
}

function readTally(file: string): Tally {
  return JSON.parse(readFileSync(file, 'utf8')) as Tally // written by the tally reporter
}
