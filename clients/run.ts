// `pnpm clients [languages or clients]`: drives client libraries of several languages through the gateway onto four upstreams.
// See README.md beside this file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agents } from './agents/language.ts'
import { cacheFolder } from './driver/cache-folder.ts'
import { reportClient, type ClientReport } from './driver/client-report.ts'
import { readExpectedFailures } from './driver/expected-failures.ts'
import type { Result } from './driver/language.ts'
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
  for (const language of languages) {
    const wanted = language.clients.filter(({ name }) => only.length === 0 || only.includes(language.name) || only.includes(name))
    if (wanted.length === 0) continue
    const cache = cacheFolder(language.name)
    const began = performance.now()
    try {
      await language.prepare(cache, wanted)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      console.log(`skipped: ${language.name}: ${reason}`)
      if (process.env['CI'] !== undefined && process.env['CI'] !== '') problems.push(`${language.name} was skipped: ${reason}`)
      continue
    }
    const prepared = performance.now()
    const run = await runLanguage(language, wanted, cache, setting, expectations)
    results.push(...run.results)
    problems.push(...run.problems)
    reports.push(...wanted.map((client) => reportClient(language, client, run.results)))
    times.push([language.name, seconds(prepared - began), seconds(performance.now() - prepared)])
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

function seconds(millis: number): string {
  return `${(millis / 1000).toFixed(1)} s`
}
