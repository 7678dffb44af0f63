import { StoreError } from '../errors.ts'
import { Client, type ClientConfig } from 'pg'

/** Milliseconds between two checks of the listening connection, and for its answer. */
const beat = 2000
const beatTimeoutMs = 1000
const longestWatchPause = 5000
/** Milliseconds for which a polled version is valid while the connection is lost, and for one poll, since a client waits. */
const freshness = 50
const pollTimeoutMs = 2000

/** Tells when any key changed, by any gateway. */
interface KeyWatch {
  version(): number | Promise<number>
  /** Notes a change of this process; others hear of it by the database. */
  changed(): void
  close(): Promise<void>
}

/** Watches the keys over a connection of its own. While that is broken, `read` reads the table's counter. */
export async function createKeyWatch(options: ClientConfig, read: () => Promise<number>): Promise<KeyWatch> {
  /** Number that grows with each change that was heard of, polled or made here. */
  let version = 0
  let counter = -1
  let client: Client | undefined
  let ended = false
  let timer: NodeJS.Timeout | undefined
  let pause = 100
  let askedAt = -Infinity
  let asking: Promise<number> | undefined

  function see(found: number): void {
    if (found === counter) return
    counter = found
    version++
  }

  async function listen(): Promise<void> {
    const opened = new Client({ ...options, connectionTimeoutMillis: beatTimeoutMs, query_timeout: beatTimeoutMs, keepAlive: true })
    opened.on('error', () => lose(opened))
    opened.on('end', () => lose(opened))
    opened.on('notification', () => version++)
    try {
      await opened.connect()
      await opened.query('LISTEN interlingua_keys')
      // The counter tells of changes from before the connection listened.
      await listenOn(opened)
    } catch (error) {
      opened.end().catch(() => {})
      throw error
    }
    if (ended) return void opened.end()
    client = opened
    pause = 100
    timer = setTimeout(() => void check(opened), beat).unref()
  }

  async function listenOn(from: Client): Promise<void> {
    const { rows } = await from.query<{ value: number }>("SELECT value FROM counters WHERE name = 'keys'")
    see(Number(rows[0]?.value))
  }

  async function check(opened: Client): Promise<void> {
    try {
      await listenOn(opened)
      timer = setTimeout(() => void check(opened), beat).unref()
    } catch {
      lose(opened)
    }
  }

  function lose(opened: Client): void {
    if (client !== opened || ended) return
    client = undefined
    opened.end().catch(() => {})
    again()
  }

  function again(): void {
    clearTimeout(timer)
    timer = setTimeout(() => listen().catch(() => again()), pause).unref()
    pause = Math.min(pause * 2, longestWatchPause)
  }

  async function poll(): Promise<number> {
    try {
      see(await withTimeout(read()))
      askedAt = performance.now()
      return version
    } catch (error) {
      throw error instanceof StoreError ? error : new StoreError('PostgreSQL: the version of the keys cannot be read', { cause: error })
    } finally {
      asking = undefined
    }
  }

  await listen()
  return {
    version() {
      if (client || performance.now() - askedAt < freshness) return version
      asking ??= poll()
      return asking
    },
    changed() {
      version++
    },
    async close() {
      ended = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}

async function withTimeout(answer: Promise<number>): Promise<number> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StoreError('PostgreSQL does not answer')), pollTimeoutMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
