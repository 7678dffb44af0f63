// `pnpm clients [languages or clients]`: drives client libraries of several languages through the gateway onto four upstreams.
// See README.md beside this file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agents } from './agents/language.ts'
import { cacheFolder } from './driver/cache-folder.ts'
import { reportClient, type ClientReport } from './driver/client-report.ts'
import { readExpectedFailures } from './driver/expected-failures.ts'
import type { Language, Result } from './driver/language.ts'
import { printRows, printTable } from './driver/print-table.ts'
import { printReports, readReports, writeReports } from './driver/reports-file.ts'
import { runLanguage } from './driver/run-language.ts'
import { startSetting } from './driver/start-setting.ts'
import { upstreamNames } from './driver/upstreams.ts'
import { go } from './go/language.ts'
import { java } from './java/language.ts'
import { javascript } from './javascript/language.ts'
import { python } from './python/language.ts'
import { rust } from './rust/language.ts'

const languages = [javascript, python, go, java, rust, agents]
const only = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const write = process.argv.includes('--write')
// Child processes end with this process, in whatever way it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
const expectations = readExpectedFailures()
const scratch = mkdtempSync(join(tmpdir(), 'interlingua-clients-'))
const setting = await startSetting(scratch)
const results: Result[] = []
const problems: string[] = []
const times: string[][] = []
const reports: ClientReport[] = []
try {
  // Clients of one language are driven while the next one is prepared.
  let last: Promise<unknown> = Promise.resolve()
  const chosen = languages.flatMap((language) => {
    const wanted = language.clients.filter(({ name }) => only.length === 0 || only.includes(language.name) || only.includes(name))
    if (wanted.length === 0) return []
    const cache = cacheFolder(language.name)
    const preparation = last.then(() => prepare(language, wanted, cache))
    last = preparation
    return [{ language, wanted, cache, preparation }]
  })
  for (const { language, wanted, cache, preparation } of chosen) {
    const prepared = await preparation
    if ('reason' in prepared) {
      console.log(`skipped: ${language.name}: ${prepared.reason}`)
      if (process.env['CI'] !== undefined && process.env['CI'] !== '') problems.push(`${language.name} was skipped: ${prepared.reason}`)
      continue
    }
    const began = performance.now()
    const run = await runLanguage(language, wanted, cache, setting, expectations)
    results.push(...run.results)
    problems.push(...run.problems)
    reports.push(...wanted.map((client) => reportClient(language, client, run.results)))
    times.push([language.name, seconds(prepared.millis), seconds(performance.now() - began)])
  }
} finally {
  await setting.close()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
const ran = languages.flatMap(({ clients }) => clients).filter(({ name }) => results.some(({ client }) => client === name))
console.log(`\n${printTable(['client', ...upstreamNames], printRows(ran, results, expectations))}`)
console.log(`\n${printTable(['language', 'prepared', 'run'], times)}`)
const before = readReports()
// A run of some clients does not replace the results of others.
const all = languages.flatMap(({ clients }) => clients)
const after = all.flatMap(
  ({ name }) => reports.find((report) => report.name === name) ?? before.find((report) => report.name === name) ?? [],
)
if (write) writeReports(after)
else if (printReports(after) !== printReports(before))
  problems.push('clients/results.json is not what this run says: run `pnpm clients --write`, then `node clients/docs.ts`')
if (problems.length > 0) console.error(`\n${problems.map((problem) => `FAILED: ${problem}`).join('\n')}`)
process.exitCode = problems.length > 0 || results.length === 0 ? 1 : 0

/** Installs the clients of a language. Never rejects. */
async function prepare(
  language: Language,
  wanted: Language['clients'],
  cache: string,
): Promise<{ readonly millis: number } | { readonly reason: string }> {
  const began = performance.now()
  try {
    await language.prepare(cache, wanted)
    return { millis: performance.now() - began }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}

function seconds(millis: number): string {
  return `${(millis / 1000).toFixed(1)} s`
}
