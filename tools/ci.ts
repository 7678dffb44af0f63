// Slower half of .ci/run: checks that `npm test` leaves out because they need a build, a browser or minutes.
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkChangesets } from './check-changesets.ts'
import { openOutside, outsideUses } from './outside-uses.ts'
import { startRegistry, type LocalRegistry } from './local-registry.ts'
import { packLibraries, packWorkspace, type PackedLibrary } from './pack-libraries.ts'
import { publishTo, type PublishPlan } from './publish-to.ts'
import { registryUses } from './registry-uses.ts'
import { runStep } from './run-step.ts'
import { differencesOfBuilds } from './same-bytes.ts'
import { lintWorkflows } from './lint-workflows.ts'
import { gatewayChecks, installGateway, type InstalledGateway } from './smoke-gateway.ts'
import { smokeImage } from './smoke-image.ts'
import { createSmokeProject, smokeBare, smokeBrowser, smokeLibraries, smokeMachineNode, smokeNode } from './smoke-test.ts'
import { addTallies, tallyOf, type Tally } from './tally.ts'
import { listWorkspaces, root, type Manifest } from './workspace.ts'

const scratch = mkdtempSync(join(tmpdir(), 'interlingua-ci-'))
let tally = readTestTally()

// Clients wait more than they compute, and are driven beside the other checks.
await Promise.all([checkRepository().then(checkBuilt), checkClients()])

rmSync(scratch, { recursive: true })
for (const failure of tally.failures) console.error(`FAILED: ${failure}`)
process.exitCode = tally.failed > 0 ? 1 : 0
console.log(`${tally.passed} passed, ${tally.failed} failed`)

async function checkRepository(): Promise<void> {
  await step('npm test in a clone with nothing beside it', () => testBareClone(join(scratch, 'bare')))
  await step('format', () => runStep('oxfmt', ['--check']))
  await step('unused code', () => runStep('knip', ['--no-progress']))
  await step('changesets', () => none(checkChangesets()))
  await step('workflows', () => lintWorkflows())
  await step('fuzz', () => runStep(process.execPath, ['conformance/src/fuzz.ts']))
  await step('catalogue of models', () => runStep(process.execPath, ['tools/build-catalogue.ts', '--check']))
  await step('loss matrix', () => runStep(process.execPath, ['conformance/src/loss-matrix.ts', '--check']))
  for (const folder of globSync('examples/*/package.json', { cwd: root }).toSorted())
    await step(`example ${folder.split('/').at(-2)}`, () => runExample(join(root, folder, '..')))
  await step('tongues', () => runStep(process.execPath, ['tools/tongues.ts']))
  await reportingStep('site', 'site/program/main.ts', ['--check'])
}

/** Programs of clients, which run the sources. */
async function checkClients(): Promise<void> {
  await reportingStep('agents', 'tools/clients.ts')
  await step('pages on clients', () => runStep(process.execPath, ['clients/docs.ts', '--check'], { whole: true }))
  await reportingStep('clients', 'clients/run.ts')
  await step('agents set up by the command', () => runStep(process.execPath, ['tools/setups.ts'], { whole: true }))
}

async function checkBuilt(): Promise<void> {
  if (!(await step('build', () => runStep('turbo', ['run', 'build', '--output-logs=errors-only'])))) return
  await checkPublished()
  await checkGateway()
  await checkRelease()
}

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
    // The packages are ES modules only, by intention: the two resolutions of CommonJS are not checked.
    await step(`attw ${manifest.name}`, () => runStep('attw', [tarball, '--profile', 'esm-only', '--no-emoji'], { quiet: true }))
  }
  const project = join(scratch, 'smoke')
  if (!(await step('smoke: install', () => createSmokeProject(project, packed)))) return
  await step('smoke: Node of the workspace', () => smokeNode(project))
  await step('smoke: libraries of the gateway', () => smokeLibraries(project))
  await step('smoke: Node of the machine', () => smokeMachineNode(project))
  await step('smoke: browser', () => smokeBrowser(project))
  await step('smoke: bare runtime', () => smokeBare(project))
  await checkOutside(project)
}

/** Runtimes, frameworks and compilers of users, with the tarballs. */
async function checkOutside(project: string): Promise<void> {
  let opened: Awaited<ReturnType<typeof openOutside>> | undefined
  await step('outside: install', async () => void (opened = await openOutside(project)))
  for (const [name, use] of Object.entries(outsideUses))
    await step(`outside: ${name}`, () => {
      if (opened === undefined) throw new Error('the runtimes are not installed')
      return use(opened.place)
    })
  await opened?.close()
}

/** The gateway's package, as it is published. */
async function checkGateway(): Promise<void> {
  const [gateway] = listWorkspaces('apps/gateway')
  if (gateway === undefined) throw new Error('there is no apps/gateway')
  let installed: InstalledGateway | undefined
  await step('gateway: pack and install', async () => {
    const tarball = await packWorkspace(gateway, mkdtempSync(join(scratch, 'gateway-')))
    if (!(await runStep('publint', ['run', tarball, '--strict'], { quiet: true }))) return false
    installed = installGateway(join(scratch, 'gateway'), tarball)
    return true
  })
  for (const [name, check] of Object.entries(gatewayChecks))
    await step(`gateway: ${name}`, () => {
      if (installed === undefined) throw new Error('the gateway is not installed')
      return check(installed)
    })
  await step('gateway: the steps of its container file', () => smokeImage(join(scratch, 'image')))
}

/** Checks a release: publishes to a registry of this machine, uses it as a stranger does, and builds the same bytes once more. */
async function checkRelease(): Promise<void> {
  const folder = join(scratch, 'release')
  let registry: LocalRegistry | undefined
  let plan: PublishPlan = []
  await step('release: a registry', async () => void (registry = await startRegistry(join(folder, 'registry'))))
  await step('release: publish', async () => {
    if (registry === undefined) throw new Error('there is no registry')
    plan = await publishTo(registry)
    return plan.length > 0
  })
  for (const [name, use] of Object.entries(registryUses))
    await step(`release: ${name}`, () => {
      if (registry === undefined || plan.length === 0) throw new Error('nothing was published')
      return use({ registry, plan, folder })
    })
  await registry?.close()
  await step('release: two builds give the same bytes', async () => none(await differencesOfBuilds(join(folder, 'builds'))))
}

/** Runs one check and counts it. A check fails by returning false or by throwing. */
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

/** Runs a program that prints a line for each failure, which the end of this run repeats. */
async function reportingStep(name: string, program: string, args: readonly string[] = []): Promise<void> {
  const failures: string[] = []
  const ok = await step(name, () =>
    runStep(process.execPath, [program, ...args], { whole: true, onFailure: (failure) => failures.push(`${name}: ${failure}`) }),
  )
  if (!ok) tally = { ...tally, failures: [...tally.failures, ...failures] }
}

function none(problems: readonly string[]): boolean {
  for (const problem of problems) console.error(problem)
  return problems.length === 0
}

/** Runs an example, which ends with an error if its output is wrong. */
function runExample(folder: string): Promise<boolean> {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  if (existsSync(join(folder, 'run.ts'))) return runStep(process.execPath, ['run.ts'], { cwd: folder })
  if (scripts?.['test'] !== undefined) return runStep('pnpm', ['run', 'test'], { cwd: folder })
  throw new Error(`${folder} has neither a run.ts nor a test script`)
}

/**
 * Tests the committed state in a clone without recordings: tests over recordings are skipped with their reason; none fails, and no other is
 * skipped.
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

/** Tally of the `npm test` that .ci/run has run before, in which a skipped test counts as failed. */
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
