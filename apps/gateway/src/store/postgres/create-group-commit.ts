import type { UsageRecord } from '../../metering/usage-record.ts'
import type { UsageKeeper } from '../usage-keeper.ts'

/** Milliseconds that a client waits for its end; the record waits on. */
const patience = 2000
/** Milliseconds between two attempts, at first and at most. */
const firstPause = 250
const longestPause = 5000
/** Milliseconds that the end of the gateway waits. */
const lastPatience = 5000
const rowsAtOnce = 500
/** Milliseconds from one statement to the next: a statement costs as much as fifty of its rows, and under load more come meanwhile. */
const spacing = 5
/** Records that wait in memory while the database cannot be reached; beyond that the oldest are lost. */
const recordsHeld = 100_000

interface Entry {
  readonly record: UsageRecord
  readonly at: number
  /** Absent: the client has its end. */
  done?: () => void
}

/**
 * Usage records on their way into PostgreSQL: one statement at a time, with all that came since the one before began, a few milliseconds ago
 * at most where there is load. While the database does not answer, clients are not held up: records wait in memory, and are lost with the process.
 */
export function createGroupCommit(add: (records: readonly UsageRecord[]) => Promise<void>, report: (problem: string) => void): UsageKeeper {
  let queue: Entry[] = []
  /** Those of the statement that runs. */
  let batch: Entry[] = []
  let running: Promise<void> | undefined
  let step: Promise<void> | undefined
  let pause = firstPause
  /** Records that were taken, and those of them that need no more waiting. */
  let taken = 0
  let through = 0
  let watch: NodeJS.Timeout | undefined
  /** The database has not answered for as long as a client waits. */
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
      hear()
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

  function hear(): void {
    if (silent) report(lost > 0 ? `usage records are kept again; ${lost} are lost` : 'usage records are kept again')
    silent = false
    lost = 0
    pause = firstPause
  }

  /** Looks whether anybody has waited for too long. */
  function look(): void {
    watch = undefined
    const oldest = (batch.length > 0 ? batch : queue).find(({ done }) => done)
    if (oldest === undefined) return
    const rest = oldest.at + patience - performance.now()
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
        arm(patience)
      }
      if (queue.length > recordsHeld) {
        queue.shift()?.done?.()
        lost++
        through++
      }
      begin()
    },
    async settle() {
      await within(lastPatience, async () => {
        const upTo = taken
        while (through < upTo && !silent) await step
      })
    },
    async close() {
      await within(lastPatience, async () => {
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
