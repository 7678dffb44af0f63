import type { JsonObject, Usage } from '@interlingua/core'
import type { Exchange } from '../exchange.ts'
import type { DocumentStore, UsageStore } from '../store/store.ts'
import type { StoredDocument } from '../store/stored-document.ts'
import { isTold } from './is-told.ts'
import { recordOfExchange } from './record-of-exchange.ts'
import type { UsageRecord } from './usage-record.ts'

/** Milliseconds between two looks at the running requests, and the age from which on one is looked at. */
const interval = 1_000
/** Milliseconds between two signs of life, and after the last one until a process counts as dead. */
const beat = 5_000
const patience = 20_000
/** Milliseconds between two looks for what dead processes left. */
const rescueInterval = 10_000
/** A request is measured anew once it is this much older: what a kill loses of it stays a part of the whole, and so does the work. */
const growth = 1.5
/** Characters of a token of an answer, about. */
const rate = 4
const kind = 'open-records'
const owner = 'gateway'

export interface OpenRecordsOptions {
  readonly documents: DocumentStore
  readonly usage: Pick<UsageStore, 'add'>
  readonly running: Iterable<Exchange>
  /** Names this process. */
  readonly id: string
  readonly report: (problem: string) => void
}

/** Begun when the gateway is. */
export interface OpenRecords {
  /** Nothing is open any more. */
  close(): Promise<void>
}

/** A running request, as it was last looked at. */
interface Open {
  /** Absent until it is counted. */
  input?: number | undefined
  age: number
  record: UsageRecord
}

/**
 * Keeps a record of each request that has run for a second, as if it ended now (`interrupted`), in one document of this process. A process
 * that is killed leaves that document: another one, or its next start, makes usage records of it. The work is done in intervals, and a
 * request that is through in a second costs nothing.
 */
export function startOpenRecords({ documents, usage, running, id, report }: OpenRecordsOptions): OpenRecords {
  const open = new Map<Exchange, Open>()
  let stored: StoredDocument | undefined
  let storedAt = 0
  let working: Promise<void> | undefined
  let failing = false
  const looking = setInterval(() => run(look), interval).unref()
  const rescuing = setInterval(() => run(rescue), rescueInterval).unref()
  run(rescue)

  /** One at a time; what comes meanwhile waits for the next interval. */
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
    const seen = new Set<Exchange>()
    for (const exchange of running) {
      if (!isKept(exchange)) continue
      const age = now - exchange.startedAt
      const before = open.get(exchange)
      if (before !== undefined || age >= interval) seen.add(exchange)
      if (age < interval || (before !== undefined && age < before.age * growth)) continue
      const input = before?.input ?? (await inputOf(exchange))
      // It may have ended while its input was counted.
      if (exchange.over) continue
      open.set(exchange, { input, age, record: interrupted(exchange, input) })
      changed = true
    }
    for (const exchange of open.keys()) {
      if (seen.has(exchange) && !exchange.over) continue
      open.delete(exchange)
      changed = true
    }
    if (changed || (open.size > 0 && now - storedAt >= beat)) await write(now)
  }

  async function write(now: number): Promise<void> {
    if (open.size === 0) return forget()
    const at = Date.now()
    // The records hold nothing but JSON.
    const body = { at, records: Array.from(open.values(), ({ record }) => record) } as unknown as JsonObject
    const document: StoredDocument = { kind, id, owner, createdAt: stored?.createdAt ?? at, revision: stored?.revision ?? 1, body }
    if (stored !== undefined && (await documents.replace(document))) stored = { ...document, revision: document.revision + 1 }
    // The first one, or another process took this one for dead.
    else stored = (await documents.insert({ ...document, revision: 1 })) ? { ...document, revision: 1 } : undefined
    storedAt = now
  }

  async function forget(): Promise<void> {
    if (stored === undefined) return
    await documents.delete(kind, id)
    stored = undefined
  }

  /** Makes records of what dead processes left. Two may do so at once: a record is kept once. */
  async function rescue(): Promise<void> {
    const now = Date.now()
    for (const document of await documents.list(kind, { now, limit: 100, order: 'oldest-first' })) {
      const { at, records } = document.body as unknown as { readonly at: number; readonly records: readonly UsageRecord[] } // by `write`
      if (document.id === id || now - at < patience) continue
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

/** An upstream has begun to answer, and the end will leave a record. */
function isKept({ evidence, key, over, unrecorded, gateway }: Exchange): boolean {
  return evidence !== undefined && key !== undefined && !over && unrecorded !== true && (gateway.keepsUsage || key.budget !== undefined)
}

async function inputOf({ evidence, usage }: Exchange): Promise<number | undefined> {
  if (usage?.input.total !== undefined && isTold(usage.input)) return usage.input.total
  try {
    return await evidence?.input()
  } catch {
    return undefined
  }
}

function interrupted(exchange: Exchange, input: number | undefined): UsageRecord {
  const { usage } = exchange
  const told = usage?.input !== undefined && isTold(usage.input) ? usage.input : {}
  const output = Math.max(usage?.output.total ?? 0, outputOf(exchange))
  const sum: Usage = {
    input: { ...told, ...(told.total === undefined && input !== undefined && { total: input, fresh: input }) },
    output: { total: output },
  }
  return recordOfExchange(exchange, exchange.key?.id ?? '', 'interrupted', sum, true)
}

function outputOf({ evidence }: Exchange): number {
  try {
    const sample = evidence?.answer?.()
    return sample === undefined ? 0 : Math.ceil((sample.texts.reduce((sum, text) => sum + text.length, 0) * sample.scale) / rate)
  } catch {
    return 0
  }
}
