import type { JsonObject, Usage } from '@interlingua/core'
import type { Reply } from './reply.ts'
import type { DocumentStore, StoredDocument, UsageRecord, UsageStore } from '@interlingua/store'
import { isReported } from '../metering/estimate-usage.ts'
import { recordOf } from '../metering/record.ts'

/** Milliseconds between two looks at the running requests, and age from which on a request is recorded. */
const interval = 1_000
/** Milliseconds between two writes of a process, and after the last one until it counts as dead. */
const beat = 5_000
const deadAfter = 20_000
/** Milliseconds between two looks for records of dead processes. */
const rescueInterval = 10_000
/** Factor of age after which a request is measured anew, so that the loss by a kill, and the work, stay a fraction of the whole. */
const growth = 1.5
/** Approximate characters of an answer for one token. */
const rate = 4
const kind = 'open-records'
const owner = 'gateway'

export interface OpenRecordsOptions {
  readonly documents: DocumentStore
  readonly usage: Pick<UsageStore, 'add'>
  readonly running: Iterable<Reply>
  /** Id of this process. */
  readonly id: string
  readonly report: (problem: string) => void
  /** True if this process looks for records of dead processes. Default: it does. */
  readonly leads?: () => boolean
}

/** Records of running requests, from the start of the gateway. */
export interface OpenRecords {
  /** Ends the work; no request is running any more. */
  close(): Promise<void>
}

/** Running request at the last look. */
interface Open {
  /** Input tokens; absent until they are counted. */
  input?: number | undefined
  age: number
  record: UsageRecord
}

/**
 * Keeps a record of each request that has run for a second, as if it ended now (`interrupted`), in one document of this process. If the process is
 * killed, another one, or its next start, makes usage records of the document. Requests that end within a second cost nothing.
 */
export function startOpenRecords({ documents, usage, running, id, report, leads = () => true }: OpenRecordsOptions): OpenRecords {
  const open = new Map<Reply, Open>()
  let stored: StoredDocument | undefined
  let storedAt = 0
  let working: Promise<void> | undefined
  let failing = false
  const looking = setInterval(() => run(look), interval).unref()
  const rescuing = setInterval(() => run(rescue), rescueInterval).unref()
  run(rescue)

  /** Runs one piece of work at a time; work that comes meanwhile waits for the next interval. */
  function run(work: () => Promise<void>): void {
    working ??= attempt(work)
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      failing = false
    } catch (error) {
      if (!failing) report(`records of running requests cannot be kept: ${String(error)}`)
      failing = true
    }
    working = undefined
  }

  async function look(): Promise<void> {
    const now = performance.now()
    let changed = false
    const seen = new Set<Reply>()
    for (const reply of running) {
      if (!isKept(reply)) continue
      const age = now - reply.client.startedAt
      const before = open.get(reply)
      if (before !== undefined || age >= interval) seen.add(reply)
      if (age < interval || (before !== undefined && age < before.age * growth)) continue
      const input = before?.input ?? (await inputOf(reply))
      // The request may have ended while its input was counted.
      if (reply.ended) continue
      open.set(reply, { input, age, record: interrupted(reply, input) })
      changed = true
    }
    for (const reply of open.keys()) {
      if (seen.has(reply) && !reply.ended) continue
      open.delete(reply)
      changed = true
    }
    if (changed || (open.size > 0 && now - storedAt >= beat)) await write(now)
  }

  async function write(now: number): Promise<void> {
    if (open.size === 0) return forget()
    const at = Date.now()
    // Records consist of JSON.
    const body = { at, records: Array.from(open.values(), ({ record }) => record) } as unknown as JsonObject
    const document: StoredDocument = { kind, id, owner, createdAt: stored?.createdAt ?? at, revision: stored?.revision ?? 1, body }
    if (stored !== undefined && (await documents.replace(document))) stored = { ...document, revision: document.revision + 1 }
    // Inserted for the first time, or after another process took this one for dead.
    else stored = (await documents.insert({ ...document, revision: 1 })) ? { ...document, revision: 1 } : undefined
    storedAt = now
  }

  async function forget(): Promise<void> {
    if (stored === undefined) return
    await documents.delete(kind, id)
    stored = undefined
  }

  /** Makes usage records of dead processes' documents. Two processes may do so at once, since a record is kept once. */
  async function rescue(): Promise<void> {
    if (!leads()) return
    const now = Date.now()
    for (const document of await documents.list(kind, { now, limit: 100, order: 'oldest-first' })) {
      const { at, records } = document.body as unknown as { readonly at: number; readonly records: readonly UsageRecord[] } // by `write`
      if (document.id === id || now - at < deadAfter) continue
      await usage.add(records)
      await documents.delete(kind, document.id)
    }
  }

  return {
    async close() {
      clearInterval(looking)
      clearInterval(rescuing)
      await working
      await forget().catch((error: unknown) => report(`records of running requests cannot be deleted: ${String(error)}`))
    },
  }
}

/** True if an upstream has begun to answer, and the end will leave a record. */
function isKept({ client, admitted, attempt, ended }: Reply): boolean {
  if (attempt?.estimateInput === undefined || admitted === undefined || ended) return false
  const { key, unrecorded } = admitted.grant
  return key !== undefined && unrecorded !== true && (client.gateway.keepsUsage || key.budget !== undefined)
}

async function inputOf({ attempt }: Reply): Promise<number | undefined> {
  const { estimateInput, usage } = attempt ?? {}
  if (usage?.input.total !== undefined && isReported(usage.input)) return usage.input.total
  try {
    return await estimateInput?.input()
  } catch {
    return undefined
  }
}

function interrupted(reply: Reply, input: number | undefined): UsageRecord {
  const usage = reply.attempt?.usage
  const reported = usage?.input !== undefined && isReported(usage.input) ? usage.input : {}
  const output = Math.max(usage?.output.total ?? 0, outputOf(reply))
  const sum: Usage = {
    input: { ...reported, ...(reported.total === undefined && input !== undefined && { total: input, fresh: input }) },
    output: { total: output },
  }
  return recordOf(reply, reply.admitted?.grant.key?.id ?? '', 'interrupted', sum, true)
}

function outputOf({ attempt }: Reply): number {
  const estimateInput = attempt?.estimateInput
  try {
    const sample = estimateInput?.answer?.()
    return sample === undefined ? 0 : Math.ceil((sample.texts.reduce((sum, text) => sum + text.length, 0) * sample.scale) / rate)
  } catch {
    return 0
  }
}
