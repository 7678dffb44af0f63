// Process of its own, pinned to one core, that sends its rows to the parent.
import { compareLibraries } from './compare-libraries.ts'
import { isDialectId, type DialectId } from './dialect-id.ts'
import { loadLibrary, ownLibrary } from './library.ts'
import { measureMixed, measureRequests } from './measure-requests.ts'
import { measureStreams } from './measure-streams.ts'
import type { ReportRow } from './report-row.ts'

const quick = process.argv.includes('--quick')
const batchMillis = quick ? 8 : 40
const rounds = quick ? 7 : 15
const rows = await measure()
if (process.send) process.send(rows, () => process.disconnect())
else console.table(rows)

async function measure(): Promise<readonly ReportRow[]> {
  const against = option('against')
  // Fewer rounds, since the parent asks several processes.
  if (against !== undefined) return compareLibraries(ownLibrary, await loadLibrary(against), 5, batchMillis)
  if (process.argv.includes('--mixed')) return measureMixed(rounds, batchMillis)
  const [from, to] = pairOf(option('pair'))
  return [...measureRequests(from, to, rounds, batchMillis), ...measureStreams(from, to, rounds, batchMillis)]
}

function option(name: string): string | undefined {
  const start = `--${name}=`
  return process.argv.find((argument) => argument.startsWith(start))?.slice(start.length)
}

function pairOf(text: string | undefined): readonly [DialectId, DialectId] {
  const [from = '', to = ''] = text?.split(',') ?? []
  if (!isDialectId(from) || !isDialectId(to))
    throw new TypeError(`--pair must name two formats, as in --pair=chat,messages, and not ${text}`)
  return [from, to]
}
