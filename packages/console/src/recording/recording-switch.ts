import type { JsonObject } from '@interlingua/core'
import type { DocumentStore, StoredDocument } from '@interlingua/store'

/** Order to record, which ends by itself. Times in milliseconds since the epoch. */
export interface RecordingRun {
  /** Id of the order. */
  readonly id: string
  readonly startedAt: number
  readonly until: number
  /** Requests that are recorded at most. */
  readonly requests: number
  /** Id of the only key whose requests are recorded. Absent: all. */
  readonly key?: string
  readonly by: string
}

/** Order with the number of requests that were recorded by it. */
export interface CountedRun extends RecordingRun {
  readonly recorded: number
  /** Id of the order of the configuration that was taken last, so that it is taken once. */
  readonly configured?: string
}

/** Switch of the recording, common to all processes on a store. Each method rejects with a `StoreError`. */
export interface RecordingSwitch {
  /** Newest order; undefined if there was none. It may be over. */
  read(): Promise<CountedRun | undefined>
  /** Puts an order in force, in the place of another. `configured`: the configuration gave it. False if another process did so at this moment. */
  write(run: RecordingRun, configured?: true): Promise<boolean>
  /** Counts a request of an order. False if the order is over: the request must not be kept. */
  count(id: string, now: number): Promise<boolean>
  /** Ends an order. */
  stop(now: number): Promise<void>
}

const kind = 'recording-switch'
const id = 'newest'
const owner = 'recording'
/** Tries against other processes that write at the same moment. */
const mostTries = 100

export function createRecordingSwitch(documents: DocumentStore): RecordingSwitch {
  /** Changes the order by `next`, which gives undefined to leave it. Gives whether it was changed. */
  async function change(next: (run: CountedRun) => CountedRun | undefined): Promise<boolean> {
    for (let tries = 0; tries < mostTries; tries++) {
      const found = await documents.get(kind, id, 0)
      const changed = found && next(runOf(found))
      if (found === undefined || changed === undefined) return false
      if (await documents.replace({ ...found, body: { ...changed } })) return true
    }
    return false
  }

  return {
    async read() {
      const found = await documents.get(kind, id, 0)
      return found && runOf(found)
    },
    async write(run, configured) {
      const found = await documents.get(kind, id, 0)
      const taken = configured ? run.id : found && runOf(found).configured
      const body: JsonObject = { ...run, recorded: 0, ...(taken !== undefined && { configured: taken }) }
      if (found) return documents.replace({ ...found, body })
      return documents.insert({ kind, id, owner, createdAt: run.startedAt, revision: 1, body })
    },
    count: (run, now) =>
      change((found) =>
        found.id === run && now < found.until && found.recorded < found.requests ? { ...found, recorded: found.recorded + 1 } : undefined,
      ),
    async stop(now) {
      await change((found) => (found.until > now ? { ...found, until: now } : undefined))
    },
  }
}

function runOf({ body }: StoredDocument): CountedRun {
  return body as unknown as CountedRun // `write` wrote it
}
