import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { draftIds, formatIds, type FormatId } from '../formats/gist.ts'
import type { Profile } from '../profiles/profile.ts'
import { profileOf } from '../profiles/profiles.ts'
import { badgeOf } from '../report/badge.ts'
import { htmlOf } from '../report/html.ts'
import { reportOf, type Report } from '../report/json-report.ts'
import { junitOf } from '../report/junit.ts'
import { listOf, numberOf, readOptions, textOf } from '../run/command-options.ts'
import { compare, draftExpected, readExpected, type Comparison } from '../run/expected-failures.ts'
import { createHttpClient } from '../run/http-client.ts'
import { loadCases, packageFolder, UseError } from '../run/load-cases.ts'
import { axes, isFailure, type Result } from '../run/outcome.ts'
import { defaultFeatures, isDraftFormat } from '../run/permutations.ts'
import { probe } from '../run/probe.ts'
import { runCases } from '../run/run-cases.ts'
import { startUpstream } from '../run/upstream-server.ts'
import { startGateway, stopGateway, untilReady } from './gateway-process.ts'
import { createProgress } from './progress.ts'
import { judgeVersions, version } from './versions.ts'

const options = {
  gateway: { type: 'string' },
  key: { type: 'string' },
  profile: { type: 'string' },
  'upstream-port': { type: 'string' },
  map: { type: 'string' },
  only: { type: 'string' },
  axis: { type: 'string' },
  directions: { type: 'string' },
  seed: { type: 'string' },
  out: { type: 'string' },
  expected: { type: 'string' },
  'write-expected': { type: 'boolean' },
  'no-timing': { type: 'boolean' },
  sweep: { type: 'string' },
  timeout: { type: 'string' },
  limit: { type: 'string' },
  lanes: { type: 'string' },
  cases: { type: 'string' },
  'gateway-version': { type: 'string' },
  start: { type: 'string' },
  wait: { type: 'string' },
  front: { type: 'boolean' },
  drafts: { type: 'boolean' },
  trace: { type: 'boolean' },
  quiet: { type: 'boolean' },
} as const

/** Runs the suite on a gateway, `given` or that of the options; gives back the exit code. */
export async function run(args: readonly string[], given?: { readonly profile: Profile; readonly gateway: string }): Promise<number> {
  const { values } = readOptions(args, options)
  const front = values['front'] === true
  if (front && given !== undefined) throw new UseError('--front is an option of run: a library has no upstream of its own')
  const mode = front ? 'front' : given === undefined ? 'through' : 'library'
  const profile = withKeys(
    withMap(given?.profile ?? profileOf(textOf(values, 'profile')), textOf(values, 'map')),
    textOf(values, 'key') !== undefined,
  )
  const gateway = (given?.gateway ?? textOf(values, 'gateway') ?? profile.gateway)?.replace(/\/+$/, '')
  if (gateway === undefined) throw new UseError('--gateway is missing: the address of the gateway, such as http://127.0.0.1:4000')
  if (!URL.canParse(gateway)) throw new UseError(`--gateway ${gateway} is no address`)
  const axis = listOf(values, 'axis')
  for (const name of axis ?? []) if (!axes.some((each) => each === name)) throw new UseError(`--axis ${name}: there are ${axes.join(', ')}`)
  const directions = listOf(values, 'directions')
  for (const each of directions ?? [])
    if (!(front ? /^[MRCG]$/ : /^[MRCGIB]>[MRCGIB]$/).test(each))
      throw new UseError(
        `--directions ${each}: ${front ? 'with --front it is the format of clients, one of M, R, C, G' : 'a direction is two of M, R, C, G, as in M>C'}`,
      )
  const cases = loadCases(textOf(values, 'cases'))
  const only = listOf(values, 'only')
  const file = textOf(values, 'expected')
  const expected = file === undefined ? [] : readExpected(file)
  const seed = numberOf(values, 'seed', 1)
  const limit = numberOf(values, 'limit', 600)

  const began = new Date()
  const progress = createProgress(values['quiet'] === true)
  const stop = new AbortController()
  const interrupt = (): void => stop.abort()
  process.once('SIGINT', interrupt)
  const timer = setTimeout(() => stop.abort(), limit * 1000)
  const upstream = front ? undefined : await openUpstream(numberOf(values, 'upstream-port', 4100))
  const http = createHttpClient()
  // The upstream listens before the gateway starts: some gateways read its list of models then.
  const gatewayProcess = startGateway(textOf(values, 'start'))
  try {
    const context = {
      profile,
      gateway,
      key: textOf(values, 'key') ?? profile.key ?? 'tongues-key',
      ...(upstream !== undefined && { upstream }),
      http,
      seed,
      fullSweep: values['sweep'] === 'full',
      // A real model takes its time.
      timeoutMs: numberOf(values, 'timeout', front ? 60 : 10) * 1000,
      keepWires: values['trace'] === true,
    }
    const wait = textOf(values, 'wait')
    if (wait !== undefined) await untilReady(wait, http, gatewayProcess)
    const problem = await probe(context)
    if (problem !== undefined) {
      console.error(problem)
      return 3
    }
    const { results, stopped } = await runCases(cases, context, {
      timing: values['no-timing'] !== true,
      drafts: values['drafts'] === true,
      signal: stop.signal,
      lanes: numberOf(values, 'lanes', 4),
      onResult: progress.tick,
      ...(only !== undefined && { only }),
      ...(axis !== undefined && { axis }),
      ...(directions !== undefined && { directions }),
    })
    progress.end()
    if (results.length === 0 && stopped === undefined) throw new UseError('nothing was selected: see `tongues list`')
    const gatewayVersion = textOf(values, 'gateway-version') ?? profile.version
    const report = reportOf({
      version,
      suite: suiteVersion(),
      judges: judgeVersions(),
      mode,
      gateway: {
        name: profile.name,
        profile: textOf(values, 'profile') ?? profile.name,
        ...(gatewayVersion !== undefined && { version: gatewayVersion }),
      },
      seed,
      cases,
      results,
      began,
      seconds: (Date.now() - began.getTime()) / 1000,
      ...(stopped !== undefined && { stopped }),
    })
    const out = textOf(values, 'out')
    if (out !== undefined) {
      mkdirSync(out, { recursive: true })
      writeFileSync(join(out, 'report.json'), `${JSON.stringify(report, null, 1)}\n`)
      writeFileSync(join(out, 'index.html'), htmlOf(report))
      writeFileSync(join(out, 'junit.xml'), junitOf(report))
      for (const [name, text] of Object.entries(badgeOf(report))) writeFileSync(join(out, name), text)
    }
    if (values['write-expected'] === true) writeFileSync(file ?? 'expected-failures.yaml', draftExpected(results))
    const isWhole =
      stopped === undefined && only === undefined && axis === undefined && directions === undefined && values['no-timing'] !== true
    const comparison = compare(results, expected, isWhole, began.toISOString().slice(0, 10))
    console.log(summaryOf(report, results, comparison, out))
    if (stopped === 'interrupted' && !stop.signal.aborted) return 3
    if (stopped !== undefined) {
      console.error(`stopped: ${stopped}; the report is of what ran until then`)
      return stopped === 'interrupted' ? 130 : 3
    }
    return comparison.unexpected.length + comparison.stale.length + comparison.unknown.length > 0 ? 1 : 0
  } finally {
    clearTimeout(timer)
    stopGateway(gatewayProcess)
    process.off('SIGINT', interrupt)
    progress.end()
    http.close()
    await upstream?.close()
  }
}

async function openUpstream(port: number): ReturnType<typeof startUpstream> {
  try {
    return await startUpstream(port)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new UseError(`the upstream cannot listen: ${message}; choose a port by --upstream-port`)
  }
}

/** Profile that offers keys where a key was given: a gateway may as well know none. */
function withKeys(profile: Profile, hasKey: boolean): Profile {
  const { features = defaultFeatures } = profile
  return { ...profile, features: [...features.filter((each) => each !== 'keys'), ...(hasKey ? ['keys'] : [])] }
}

function withMap(profile: Profile, map: string | undefined): Profile {
  if (map === undefined) return profile
  const models = Object.fromEntries(
    map.split(',').map((pair) => {
      const [format = '', model = ''] = pair.split('=').map((part) => part.trim())
      if (![...formatIds, ...draftIds].some((id) => id === format) || model === '')
        throw new UseError(`--map ${pair}: it is FORMAT=model, such as C=gpt-4.1`)
      return [format, model]
    }),
  ) as Partial<Record<FormatId, string>> // keys were checked
  return { ...profile, models: { ...profile.models, ...models } }
}

function suiteVersion(): string {
  const { suite } = parse(readFileSync(join(packageFolder, 'requirements/1.0.yaml'), 'utf8')) as { readonly suite: string } // written here
  return suite
}

function summaryOf({ score, mode }: Report, results: readonly Result[], comparison: Comparison, out: string | undefined): string {
  const lines = Object.entries(score.axes).map(
    ([axis, { score: part, cases }]) => `  ${axis.padEnd(10)} ${part.toFixed(1).padStart(5)} %  of ${cases} cases`,
  )
  const draft = results.filter(({ from, to }) => isDraftFormat(from) || isDraftFormat(to))
  const badDrafts = draft.filter(({ verdict, axis }) => isFailure(verdict, axis))
  const counts = Map.groupBy(
    results.filter((result) => !draft.includes(result)),
    ({ verdict }) => verdict,
  )
  const said = [...counts].map(([verdict, list]) => `${list.length} ${verdict}`).join(', ')
  const failures = comparison.unexpected
    .slice(0, 60)
    .map(
      ({ name, verdict, checks }) =>
        `  ${verdict}: ${name}\n    ${(checks[0]?.id ?? '').slice(0, 120)}: expected ${(checks[0]?.expected ?? '').slice(0, 160)}; got ${(checks[0]?.got ?? '').slice(0, 160)}`,
    )
  const more = comparison.unexpected.length - failures.length
  return [
    ...lines,
    `tongues · ${score.total} % of ${score.offered}/${mode === 'front' ? '4 client formats, by answers alone' : '16'} · ${said}`,
    ...(failures.length > 0 ? ['failures:', ...failures, ...(more > 0 ? [`  and ${more} more`] : [])] : []),
    ...(draft.length === 0 ? [] : [`drafts, which are not scored: ${draft.length - badDrafts.length} of ${draft.length} as expected`]),
    ...badDrafts.slice(0, 20).map(({ name, verdict, checks }) => `  ${verdict}: ${name}, ${checks[0]?.id ?? ''}`),
    ...comparison.stale.map((entry) => `stale expectation, nothing of it fails any more: ${entry.case}`),
    ...comparison.unknown.map((entry) => `unknown expectation, nothing of that name ran: ${entry.case}`),
    ...(out === undefined ? [] : [`report: ${join(out, 'index.html')}`]),
  ].join('\n')
}
