import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { callApi } from './call.ts'
import { CallFailure } from './call-failure.ts'

/** Answer of a path, as far as it is there. After a failed try the earlier answer stays. */
export interface Cached<Answer> {
  readonly answer?: Answer
  /** Time of the answer in milliseconds since the epoch. */
  readonly at?: number
  readonly failure?: CallFailure
  readonly loading: boolean
}

interface Entry {
  readonly state: Signal<Cached<unknown>>
  etag?: string
  /** Number of parts of the page that show it. */
  users: number
  running?: Promise<void>
  /** True if it changed while it was being read. */
  stale?: boolean
}

const entries = new Map<string, Entry>()
/** Answers that are kept while no part of the page shows them. */
const mostUnused = 40

function entryOf(path: string): Entry {
  let entry = entries.get(path)
  if (entry === undefined) {
    entry = { state: signal({ loading: false }), users: 0 }
    entries.set(path, entry)
    dropUnused()
  }
  return entry
}

function dropUnused(): void {
  const unused = [...entries].filter(([, { users, running }]) => users === 0 && running === undefined)
  for (const [path] of unused.slice(0, Math.max(0, unused.length - mostUnused))) entries.delete(path)
}

/** Shows the answer of a path: the kept one at once, and the present one when it is there. */
export function useCached<Answer>(path: string): Cached<Answer> {
  // Each path has one type of answer: the caller names it.
  const state = useMemo(() => entryOf(path).state, [path]) as ReadonlySignal<Cached<Answer>>
  useEffect(() => {
    const entry = entryOf(path)
    entry.users++
    // Another part of the page may have begun to read it.
    if (!entry.running) void reload(path)
    return () => void entry.users--
  }, [path])
  const { value } = state
  return value.answer === undefined && value.failure === undefined ? { ...value, loading: true } : value
}

/** Reads the answer of a path anew. Does not reject: a failure is shown where the answer would be. */
export function reload(path: string): Promise<void> {
  const entry = entryOf(path)
  if (entry.running) entry.stale = true
  else entry.running = read(path, entry).finally(() => delete entry.running)
  return entry.running
}

async function read(path: string, entry: Entry): Promise<void> {
  do {
    entry.stale = false
    entry.state.value = { ...entry.state.peek(), loading: true }
    try {
      const response = await callApi('GET', path, entry.etag === undefined ? {} : { etag: entry.etag })
      const answer: unknown = response.status === 304 ? entry.state.peek().answer : await response.json()
      const etag = response.headers.get('etag')
      if (etag !== null) entry.etag = etag
      entry.state.value = { answer, at: Date.now(), loading: false }
    } catch (error) {
      const failure = error instanceof CallFailure ? error : new CallFailure({ code: 'not-readable', message: String(error) })
      const { answer, at } = entry.state.peek()
      entry.state.value = { ...(answer !== undefined && { answer }), ...(at !== undefined && { at }), failure, loading: false }
    }
  } while (entry.stale)
}

/** Puts in an answer that came by another way, such as an event. */
export function putAnswer(path: string, answer: unknown): void {
  const entry = entryOf(path)
  delete entry.etag
  entry.state.value = { answer, at: Date.now(), loading: false }
}

/** Reads all answers anew that are shown and whose path begins so, and forgets the others. */
export function reloadAll(beginning = ''): void {
  for (const [path, entry] of entries) {
    if (!path.startsWith(beginning)) continue
    if (entry.users > 0 || entry.running) void reload(path)
    else {
      // The entry stays in the table: a part of the page that is about to show it has its signal already.
      delete entry.etag
      entry.state.value = { loading: false }
    }
  }
}

/** Forgets all answers: another person may sign in. */
export function forgetAll(): void {
  entries.clear()
}
