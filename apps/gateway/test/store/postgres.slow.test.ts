import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError } from '@interlingua/gateway-kernel'
import { type ApiKey, openStore, type Store, StoreError, type UsageRecord } from '@interlingua/store'
import { startPostgres } from '../services/start-postgres.ts'
import { startWire, type Wire } from '../services/start-wire.ts'
import { waitFor } from '../wait-for.ts'

const postgres = await startPostgres()

describe.skipIf(postgres === undefined)('a PostgreSQL that fails', () => {
  const opened: Store[] = []
  afterAll(async () => {
    for (const store of opened) await store.close()
  }, 60_000)

  async function open(databaseUrl: string, report?: (problem: string) => void): Promise<Store> {
    const store = await openStore({ databaseUrl }, report)
    opened.push(store)
    return store
  }

  async function database(): Promise<string> {
    return (await postgres?.createDatabase()) ?? ''
  }

  /** Opens a store behind a network that can be broken, and one on the same database that is not behind it. */
  async function pair(): Promise<{ readonly store: Store; readonly other: Store; readonly wire: Wire; readonly problems: string[] }> {
    const url = await database()
    const wire = await startWire(postgres?.port ?? 0)
    const problems: string[] = []
    const store = await open(url.replace(/:\d+\//, `:${wire.port}/`), (problem) => problems.push(problem))
    return { store, other: await open(url), wire, problems }
  }

  const key: ApiKey = { id: 'key_1', name: 'n', hash: 'h', hint: 'il-…', admin: false, createdAt: 1 }

  function recordOf(id: string): UsageRecord {
    const head = { id, at: 1, key: 'k', operation: 'generate', model: 'm', format: 'chat', stream: false, status: 200, outcome: 'ok' }
    return { ...head, attempts: 1, tokens: {}, estimated: false, millis: 1, notices: [] }
  }

  /** Result of the step; undefined where it throws or rejects. */
  function attempt<Result>(step: () => Result | Promise<Result>): Result | Promise<Result | undefined> | undefined {
    try {
      const result = step()
      return result instanceof Promise ? result.catch(() => undefined) : result
    } catch {
      return undefined
    }
  }

  async function changed({ keys }: Store, before: number, timeoutMs = 12_000): Promise<void> {
    await waitFor(async () => {
      const now = await attempt(() => keys.version())
      return now !== undefined && now !== before
    }, timeoutMs)
  }

  test('a process of an older version that rotates a key ends both older secrets, and one that changes its terms ends none', async () => {
    const url = await database()
    const { keys } = await open(url)
    const rotated = { ...key, hash: 'second', previous: { hash: 'first', hint: 'il-…', until: 4_102_444_800_000 } }
    await keys.insert(rotated)
    const older = new Client({ connectionString: url })
    await older.connect()
    // The statements of versions before secrets had a grace.
    const change = (hash: string) =>
      older.query(
        'UPDATE keys SET hash = $1, hint = $2, models = NULL, limits = NULL, budget = NULL, admin = 0, viewer = NULL, expires_at = NULL WHERE id = $3 AND revoked_at IS NULL',
        [hash, 'il-…', 'key_1'],
      )
    await change('second')
    expect(await keys.findByHash('first')).toEqual(rotated)
    await change('third')
    expect([await keys.findByHash('first'), await keys.findByHash('second')]).toEqual([undefined, undefined])
    expect(await keys.findByHash('third')).toEqual({ ...key, hash: 'third' })
    await older.end()
  })

  test('a change of a key is heard of although the connection that listens was cut before it', async () => {
    const { store, other, wire } = await pair()
    const before = await store.keys.version()
    wire.cut()
    // The store has noticed the cut, and asks the database from now on.
    await waitFor(() => typeof attempt(() => store.keys.version()) !== 'number')
    await expect(Promise.resolve().then(() => store.keys.version())).rejects.toThrow(StoreError)
    await other.keys.insert(key)
    wire.mend()
    await changed(store, before)
    expect(await store.keys.findByHash('h')).toEqual(key)
  })

  test('a connection that says nothing any more is noticed within seconds, and a change meanwhile is heard of', async () => {
    const { store, other, wire } = await pair()
    const before = await store.keys.version()
    wire.hold()
    await other.keys.insert(key)
    // A store that has noticed a held connection reports within two seconds that the version is unknown.
    await waitFor(() => typeof attempt(() => store.keys.version()) !== 'number', 8000)
    const began = performance.now()
    await expect(Promise.resolve().then(() => store.keys.version())).rejects.toThrow('PostgreSQL does not answer')
    // A query has ten.
    expect(performance.now() - began).toBeLessThan(8000)
    wire.mend()
    await changed(store, before)
  }, 40_000)

  test('after an outage a change is heard of at once again', async () => {
    const { store, other, wire } = await pair()
    wire.cut()
    await waitFor(() => typeof attempt(() => store.keys.version()) !== 'number')
    wire.mend()
    // The store listens for changes again.
    await waitFor(() => typeof attempt(() => store.keys.version()) === 'number', 10_000)
    const began = performance.now()
    for (const number of [1, 2, 3, 4, 5]) {
      const before = await store.keys.version()
      await other.keys.insert({ ...key, id: `key_${number}`, name: `n${number}`, hash: `h${number}` })
      await changed(store, before)
    }
    // Polling every two seconds would take eight seconds for the last four changes.
    expect(performance.now() - began).toBeLessThan(6000)
  }, 60_000)

  test('records of a short outage are kept before their requests end', async () => {
    const { store, other, wire, problems } = await pair()
    wire.cut()
    let kept = 0
    for (let index = 0; index < 20; index++) store.usage.keep(recordOf(`r${index}`), () => kept++)
    // Between the second try and the third, after which there is more than a second left.
    await new Promise((resume) => setTimeout(resume, 400))
    expect(kept).toBe(0)
    wire.mend()
    await waitFor(() => kept === 20)
    expect(await other.usage.sum({})).toMatchObject([{ requests: 20 }])
    expect(problems).toEqual([])
  })

  test('a database that does not answer holds a request up for two seconds at most, and later ones not at all; nothing is lost', async () => {
    const { store, other, wire, problems } = await pair()
    await new Promise<void>((done) => store.usage.keep(recordOf('before'), done))
    wire.hold()
    const began = performance.now()
    await new Promise<void>((done) => store.usage.keep(recordOf('first'), done))
    const waited = performance.now() - began
    expect(waited).toBeGreaterThan(1900)
    // A query has ten.
    expect(waited).toBeLessThan(8000)
    const told: string[] = []
    for (const id of ['second', 'third']) store.usage.keep(recordOf(id), () => told.push(id))
    expect(told).toEqual(['second', 'third'])
    expect(problems).toEqual(['usage records wait in memory: the database does not answer'])
    wire.mend()
    await waitFor(async () => (await other.usage.sum({}))[0]?.requests === 4, 20_000)
    await waitFor(() => problems.at(-1) === 'usage records are kept again')
    // And then as before.
    await new Promise<void>((done) => store.usage.keep(recordOf('after'), done))
    expect(await other.usage.sum({})).toMatchObject([{ requests: 5 }])
  }, 40_000)

  test('reading goes on over connections that a restart of the server broke', async () => {
    const store = await open(await database())
    await store.keys.insert(key)
    await postgres?.stop()
    await expect(store.keys.list()).rejects.toThrow(StoreError)
    await expect(store.ping()).rejects.toThrow(StoreError)
    await postgres?.start()
    expect(await store.keys.list()).toEqual([key])
    await store.ping()
  })

  test('a database that starts a little later than the gateway is waited for', async () => {
    const url = await database()
    await postgres?.stop()
    const opening = open(url)
    await new Promise((resume) => setTimeout(resume, 700))
    await postgres?.start()
    expect((await opening).kind).toBe('postgres')
  })

  test('a database of a newer version is refused', async () => {
    const url = await database()
    await (await open(url)).close()
    const client = new Client(url)
    await client.connect()
    await client.query('INSERT INTO versions (version, applied_at) VALUES (900, 1)')
    await client.end()
    await expect(open(url)).rejects.toThrow(
      /^postgres:\/\/127\.0\.0\.1:\d+\/gateway_\d+: a newer version of the gateway has written this database/,
    )
  })

  test.each([
    ['a server that refuses', (url: string) => url.replace(/gateway_\d+$/, 'nothing-here')],
    ['no address', () => 'mysql://somebody:secret@127.0.0.1/db'],
  ])('%s is told without a password', async (_name, spoil) => {
    const url = spoil((await database()).replace('postgres@', 'postgres:secret@'))
    const error = await open(url).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConfigError)
    expect(String(error)).toContain('DATABASE_URL')
    expect(String(error)).not.toContain('secret')
  })
})
