import type { UsageWriter } from '../store.ts'
import type { UsageRecord } from '../usage-record.ts'

/** Milliseconds that a client waits for its record; then the client gets its end, and the record waits on. */
const keepTimeoutMs = 2000
/** Milliseconds between two attempts, at first and at most. */
const firstPause = 250
const longestPause = 5000
/** Milliseconds that the end of the gateway waits for records. */
const closeTimeoutMs = 5000
const rowsAtOnce = 500
/** Milliseconds from one statement to the next: a statement costs as much as fifty rows, and under load more rows come meanwhile. */
const spacing = 5
/** Largest number of records in memory while the database cannot be reached; above it the oldest are lost. */
const recordsHeld = 100_000

interface Entry {
  readonly record: UsageRecord
  readonly at: number
  /** Ends the wait of the client; absent once the client has its end. */
  done?: () => void
}

/**
 * Writes usage records to PostgreSQL, one statement at a time with all records that came meanwhile, spaced by some milliseconds under load. While the
 * database does not answer, clients are not held up: records wait in memory, and are lost with the process.
 */
export function createGroupCommit(add: (records: readonly UsageRecord[]) => Promise<void>, report: (problem: string) => void): UsageWriter {
  let queue: Entry[] = []
  /** Records of the running statement. */
  let batch: Entry[] = []
  let running: Promise<void> | undefined
  let step: Promise<void> | undefined
  let pause = firstPause
  /** Number of records that were taken, and number of those that are written or lost. */
  let taken = 0
  let through = 0
  let watch: NodeJS.Timeout | undefined
  /** True if the database has not answered for as long as a client waits. */
  let silent = false
  let lost = 0
  let ended = false

  async function run(): Promise<void> {
    while (queue.length > 0 && !ended) {
      step = takeTurn()
      await step
    }
  }

  async function takeTurn(): Promise<void> {
    const began = performance.now()
    await commit()
    const rest = began + spacing - performance.now()
    if (rest > 0 && !ended) await new Promise((resume) => setTimeout(resume, rest))
  }

  async function commit(): Promise<void> {
    batch = queue.splice(0, rowsAtOnce)
    try {
      await add(batch.map(({ record }) => record))
      through += batch.length
      reportRecovery()
      letGo(batch)
    } catch {
      queue = [...batch, ...queue]
      batch = []
      await new Promise((resume) => setTimeout(resume, pause).unref())
      pause = Math.min(pause * 2, longestPause)
    }
    batch = []
  }

  function begin(): void {
    running ??= run().finally(() => {
      running = undefined
      if (queue.length > 0 && !ended) begin()
    })
  }

  function reportRecovery(): void {
    if (silent) report(lost > 0 ? `usage records are kept again; ${lost} are lost` : 'usage records are kept again')
    silent = false
    lost = 0
    pause = firstPause
  }

  /** Lets clients go that have waited too long. */
  function look(): void {
    watch = undefined
    const oldest = (batch.length > 0 ? batch : queue).find(({ done }) => done)
    if (oldest === undefined) return
    const rest = oldest.at + keepTimeoutMs - performance.now()
    if (rest > 0) return arm(rest)
    silent = true
    report('usage records wait in memory: the database does not answer')
    letGo(batch)
    letGo(queue)
  }

  function arm(millis: number): void {
    watch ??= setTimeout(look, millis).unref()
  }

  return {
    keep(record, done) {
      taken++
      const at = performance.now()
      if (silent) {
        queue.push({ record, at })
        done()
      } else {
        queue.push({ record, at, done })
        arm(keepTimeoutMs)
      }
      if (queue.length > recordsHeld) {
        queue.shift()?.done?.()
        lost++
        through++
      }
      begin()
    },
    async settle() {
      await within(closeTimeoutMs, async () => {
        const upTo = taken
        while (through < upTo && !silent) await step
      })
    },
    async close() {
      await within(closeTimeoutMs, async () => {
        while (running) await running
      })
      ended = true
      clearTimeout(watch)
      if (queue.length > 0) report(`${queue.length} usage records are lost: the database cannot be reached`)
    },
  }
}

function letGo(entries: readonly Entry[]): void {
  for (const entry of entries) {
    const { done } = entry
    delete entry.done
    done?.()
  }
}

async function within(millis: number, wait: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([wait(), new Promise<void>((late) => (timer = setTimeout(late, millis)))])
  clearTimeout(timer)
}
