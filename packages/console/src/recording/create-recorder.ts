import type { Recorder } from '@interlingua/server'
import { createHash } from 'node:crypto'
import type { ContentStore, Store } from '@interlingua/store'
import { createKeptRecordings, type KeptRecordings, lifetime } from './kept-recordings.ts'
import { type CountedRun, createRecordingSwitch, type RecordingRun, type RecordingSwitch } from './recording-switch.ts'
import { tapRequest, writeRecording } from './tap-request.ts'

/** Rules of the configuration. */
export interface RecordingRules {
  /** True if administrators may have requests recorded. */
  readonly allowed: boolean
  /** Texts that are redacted; `*` stands for any signs but blanks and quotes. */
  readonly redact: readonly string[]
  /** Order of the configuration, which is taken once. Absent: none. */
  readonly order?: ConfiguredOrder
}

export interface ConfiguredOrder {
  /** Milliseconds since the epoch. */
  readonly until: number
  readonly requests: number
  /** Id or name of a key. */
  readonly key?: string
}

export interface RecorderOptions {
  readonly store: Pick<Store, 'documents' | 'keys'>
  readonly rules: () => RecordingRules
  /** Opens the place of the contents, when it is first needed. */
  readonly openContents: () => Promise<ContentStore>
  readonly now: () => number
  /** Hears of a change between on and off. */
  readonly onChange: (on: boolean) => void
  /** Writes down that an order of the configuration is in force. */
  readonly auditOrder: (run: RecordingRun) => Promise<void>
  readonly report: (problem: string) => void
}

/** Recorder of requests with the order that is in force. */
export interface RequestRecorder extends Recorder {
  readonly switch: RecordingSwitch
  /** Recordings that are kept. */
  kept(): Promise<KeptRecordings>
  /** Order in force by the store; undefined while nothing is recorded. */
  running(): Promise<CountedRun | undefined>
  /** Puts an order in force. */
  start(run: RecordingRun): Promise<boolean>
  stop(): Promise<void>
  close(): Promise<void>
}

/** Milliseconds after which a process hears of an order that another one took, and between two deletions of what has expired. */
const refreshMs = 5_000
const sweepMs = 600_000
/** Requests that are recorded at the same time; each may hold a megabyte. */
const mostAtOnce = 32

/** Creates the recorder of a process. While it is off, a request pays one comparison. */
export function createRecorder({ store, rules, openContents, now, onChange, auditOrder, report }: RecorderOptions): RequestRecorder {
  const order = createRecordingSwitch(store.documents)
  let contents: Promise<ContentStore> | undefined
  /** Order that this process follows. */
  let run: RecordingRun | undefined
  /** Requests that this process began to record by it, and those that are being recorded. */
  let begun = 0
  let active = 0
  let ended = false
  /** Order of the configuration that cannot be taken. */
  let refused: string | undefined

  const open = (): Promise<ContentStore> => (contents ??= openContents())
  const kept = async (): Promise<KeptRecordings> => createKeptRecordings((await open()).documents)

  function follow(next: CountedRun | undefined): void {
    const before = run
    const inForce = next !== undefined && rules().allowed && now() < next.until && next.recorded < next.requests
    if (!inForce) run = undefined
    else if (run?.id !== next.id) {
      run = next
      begun = next.recorded
    }
    if ((before === undefined) !== (run === undefined)) onChange(run !== undefined)
  }

  /** Takes the order of the configuration, unless this one was taken before, by any process. Gives the order in force. */
  async function takeConfigured(found: CountedRun | undefined): Promise<CountedRun | undefined> {
    const { order: asked, allowed } = rules()
    if (asked === undefined || !allowed || asked.until <= now()) return found
    const id = createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 22)
    if (found?.configured === id || refused === id) return found
    const key = asked.key === undefined ? undefined : await store.keys.find(asked.key)
    if (asked.key !== undefined && key === undefined) {
      refused = id
      report(`there is no key ${JSON.stringify(asked.key)}`)
      return found
    }
    const { until, requests } = asked
    const taken: RecordingRun = { id, startedAt: now(), until, requests, by: 'configuration', ...(key && { key: key.id }) }
    if (await order.write(taken, true)) await auditOrder(taken)
    return order.read()
  }

  /** Reads the order from the store. A store that cannot be reached ends the recording, since nothing could be kept. */
  async function refresh(): Promise<CountedRun | undefined> {
    try {
      const found = await takeConfigured(await order.read())
      if (!ended) follow(found)
      return run && found
    } catch (error) {
      follow(undefined)
      throw error
    }
  }

  const refreshing = setInterval(() => void refresh().catch(() => {}), refreshMs).unref()
  void refresh().catch(() => {})
  // Only where contents were opened: a file that was left is swept when it is first looked at.
  const sweeping = setInterval(() => void contents?.then(({ sweep }) => sweep(now())).catch(told), sweepMs).unref()

  function told(error: unknown): void {
    report(error instanceof Error ? error.message : String(error))
  }

  return {
    switch: order,
    kept,
    get on() {
      return run !== undefined
    },
    begin(admitted) {
      const current = run
      if (current === undefined || active >= mostAtOnce) return undefined
      if (now() >= current.until || begun >= current.requests) {
        follow(undefined)
        return undefined
      }
      const { client, grant } = admitted
      if (client.endpoint?.metered !== true || (current.key !== undefined && grant.key?.id !== current.key)) return undefined
      begun++
      active++
      return tapRequest(admitted, (heard) => {
        const keep = async (): Promise<void> => {
          const at = now()
          const recording = await writeRecording(heard, at + lifetime, rules().redact)
          if (rules().allowed && (await order.count(current.id, at))) await (await kept()).keep(recording, at)
        }
        void keep()
          .catch(told)
          .finally(() => void active--)
      })
    },
    running: refresh,
    async start(next) {
      const written = await order.write(next)
      await refresh()
      return written
    },
    async stop() {
      await order.stop(now())
      await refresh()
    },
    async close() {
      ended = true
      clearInterval(refreshing)
      clearInterval(sweeping)
      run = undefined
      await (await contents)?.close()
    },
  }
}
