// Runs as a process of its own, pinned to one core. Sends its rows to the parent.
import { measureRequests } from './measure-requests.ts'
import { measureStreams } from './measure-streams.ts'

const quick = process.argv.includes('--quick')
const rounds = quick ? 7 : 15
const batchMillis = quick ? 8 : 40
const rows = [...measureRequests(rounds, batchMillis), ...measureStreams(rounds, batchMillis)]
if (process.send) process.send(rows, () => process.disconnect())
else console.table(rows)
