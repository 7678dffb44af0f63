// Process of its own, pinned to one core, that sends its rows to the parent.
import { compareLibraries } from './compare-libraries.ts'
import { loadLibrary, ownLibrary } from './library.ts'
import { measureRequests } from './measure-requests.ts'
import { measureStreams } from './measure-streams.ts'

const quick = process.argv.includes('--quick')
const batchMillis = quick ? 8 : 40
const against = process.argv.find((argument) => argument.startsWith('--against='))?.slice('--against='.length)
const rounds = quick ? 7 : 15
const rows =
  against === undefined
    ? [...measureRequests(rounds, batchMillis), ...measureStreams(rounds, batchMillis)]
    : // Fewer rounds, since the parent asks several processes.
      compareLibraries(ownLibrary, await loadLibrary(against), 5, batchMillis)
if (process.send) process.send(rows, () => process.disconnect())
else console.table(rows)
