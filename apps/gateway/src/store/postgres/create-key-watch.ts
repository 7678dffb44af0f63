import { Client, type ClientConfig } from 'pg'
import { StoreError } from '../store-error.ts'

/** Milliseconds: how often the listening connection is asked whether it lives, and how long it may take to say so. */
const beat = 2000
const beatPatience = 1000
const longestPause = 5000
/** Milliseconds for which an answer holds that was asked for while nobody listens, and that one may take: a client waits. */
const freshness = 50
const pollPatience = 2000

/** Tells when any key changed, whichever gateway changed it. */
export interface KeyWatch {
  version(): number | Promise<number>
  /** This process changed a key: others hear of it, and it need not wait to. */
  changed(): void
  close(): Promise<void>
}

/** Hears of changes over a connection of its own; while that is broken, `read` asks the table for its counter. */
export async function createKeyWatch(options: ClientConfig, read: () => Promise<number>): Promise<KeyWatch> {
  /** Counts what was heard, found or done here: the number itself means nothing. */
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
    const opened = new Client({ ...options, connectionTimeoutMillis: beatPatience, query_timeout: beatPatience, keepAlive: true })
    opened.on('error', () => lose(opened))
    opened.on('end', () => lose(opened))
    opened.on('notification', () => version++)
    try {
      await opened.connect()
      await opened.query('LISTEN interlingua_keys')
      // Changes from before anybody listened.
      await ask(opened)
    } catch (error) {
      opened.end().catch(() => {})
      throw error
    }
    if (ended) return void opened.end()
    client = opened
    pause = 100
    timer = setTimeout(() => void check(opened), beat).unref()
  }

  async function ask(from: Client): Promise<void> {
    const { rows } = await from.query<{ value: number }>("SELECT value FROM counters WHERE name = 'keys'")
    see(Number(rows[0]?.value))
  }

  async function check(opened: Client): Promise<void> {
    try {
      await ask(opened)
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
    pause = Math.min(pause * 2, longestPause)
  }

  async function poll(): Promise<number> {
    try {
      see(await soon(read()))
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

async function soon(answer: Promise<number>): Promise<number> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StoreError('PostgreSQL does not answer')), pollPatience)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
