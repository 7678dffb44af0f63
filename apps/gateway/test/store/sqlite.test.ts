import { appendFileSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { ConfigError } from '@interlingua/gateway-kernel'
import { type ApiKey, openStore, type Store, type UsageRecord } from '@interlingua/store'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'

const opened: Store[] = []
afterAll(async () => {
  for (const store of opened) await store.close()
})

async function open(data: string, report?: (problem: string) => void): Promise<Store> {
  const store = await openStore({ dataDir: data }, report)
  opened.push(store)
  return store
}

function recordOf(id: string, more: Partial<UsageRecord> = {}): UsageRecord {
  const head = { id, at: 1, key: 'k', operation: 'generate', model: 'm', format: 'chat', stream: false, status: 200, outcome: 'ok' }
  return { ...head, attempts: 1, tokens: { input: 1 }, estimated: false, millis: 1, notices: [], ...more }
}

const journals = (folder: string): readonly string[] => readdirSync(folder).filter((name) => name.endsWith('.journal'))

test('a database of a newer version is refused, with its place and both versions, and stays as it was', async () => {
  const folder = tempFolder('store')
  await (await open(folder)).close()
  const file = join(folder, 'interlingua.db')
  const database = new DatabaseSync(file)
  database.exec('INSERT INTO versions (version, applied_at) VALUES (900, 1)')
  database.close()
  const refused = open(folder)
  await expect(refused).rejects.toThrow(ConfigError)
  await expect(refused).rejects.toThrow(
    `${file}: a newer version of the gateway has written this database (tables of version 900; this one knows`,
  )
})

test('a file that is no database, and a folder that cannot be made, are told as what the operator must change', async () => {
  const folder = tempFolder('store')
  writeFileSync(
    join(folder, 'interlingua.db'),
    'This is a letter, and not a short one: it says nothing about tables, pages or trees.'.repeat(20),
  )
  await expect(open(folder)).rejects.toThrow(/interlingua\.db: the database cannot be opened \(file is not a database\)/)
  writeFileSync(join(folder, 'plain'), '')
  await expect(open(join(folder, 'plain', 'data'))).rejects.toThrow(ConfigError)
})

test('nobody else can read the folder that is made, nor the files in it', async () => {
  const folder = join(tempFolder('store'), 'deep', 'data')
  const store = await open(folder)
  await new Promise<void>((done) => store.usage.keep(recordOf('a'), done))
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const files = readdirSync(folder)
  expect(files.length).toBeGreaterThan(2)
  for (const file of files) expect([file, statSync(join(folder, file)).mode & 0o777]).toEqual([file, 0o600])
})

test('a record is in a file before its caller hears that it is kept, and in the table soon after, when the file is gone', async () => {
  const folder = tempFolder('store')
  const store = await open(folder)
  await new Promise<void>((done) => store.usage.keep(recordOf('a'), done))
  expect(journals(folder)).toHaveLength(1)
  const beside = new DatabaseSync(join(folder, 'interlingua.db'))
  const count = (): unknown => beside.prepare('SELECT count(*) AS n FROM usage').get()?.['n']
  expect(count()).toBe(0)
  await waitFor(() => count() === 1)
  await waitFor(() => journals(folder).length === 0)
  beside.close()
})

test('of many records most are rows at once, while the file still has all of them, and none is there twice', async () => {
  const folder = tempFolder('store')
  const store = await open(folder)
  const ids = Array.from({ length: 300 }, (_, index) => `r${index}`)
  await Promise.all(ids.map((id) => new Promise<void>((done) => store.usage.keep(recordOf(id), done))))
  const beside = new DatabaseSync(join(folder, 'interlingua.db'))
  expect(beside.prepare('SELECT count(*) AS n FROM usage').get()).toEqual({ n: 256 })
  beside.close()
  const [journal = ''] = journals(folder)
  expect(readFileSync(join(folder, journal), 'utf8').trimEnd().split('\n')).toHaveLength(300)
  expect(await store.usage.sum({})).toMatchObject([{ requests: 300 }])
  expect(journals(folder)).toEqual([])
})

test('many records that cannot become rows while another process writes are rows later', async () => {
  const folder = tempFolder('store')
  const problems: string[] = []
  const store = await open(folder, (problem) => problems.push(problem))
  const other = new DatabaseSync(join(folder, 'interlingua.db'))
  other.exec('BEGIN IMMEDIATE')
  const ids = Array.from({ length: 600 }, (_, index) => `r${index}`)
  await Promise.all(ids.map((id) => new Promise<void>((done) => store.usage.keep(recordOf(id), done))))
  await waitFor(() => problems.length > 0, 15_000)
  await new Promise<void>((done) => store.usage.keep(recordOf('later'), done))
  other.exec('COMMIT')
  other.close()
  await waitFor(() => journals(folder).length === 0, 15_000)
  expect(await store.usage.sum({})).toMatchObject([{ requests: 601 }])
})

test('what a process left in its journals is read at the next start, also behind a line that was cut, and only once', async () => {
  const folder = tempFolder('store')
  await (await open(folder)).close()
  const file = join(folder, `usage-${2 ** 22 + 1}-00aa.journal`)
  writeFileSync(file, `${JSON.stringify(recordOf('a'))}\n${JSON.stringify(recordOf('b'))}\n{"id":"c","at":1,"ke`)
  writeFileSync(join(folder, 'usage-notes.txt'), 'not ours')
  const store = await open(folder)
  expect((await store.usage.list({}, { limit: 9 })).map(({ id }) => id)).toEqual(['b', 'a'])
  expect(existsSync(file)).toBe(false)
  expect(readdirSync(folder)).toContain('usage-notes.txt')
})

test('a journal of this version is read at the next start, each value in its place, and one that knows fewer columns', async () => {
  const folder = tempFolder('store')
  const whole = recordOf('a', {
    at: 2,
    channel: 'c',
    upstreamModel: 'u',
    tokens: { input: 1, reasoning: 3 },
    costMicros: 4,
    notices: ['x/y'],
    images: 5,
    client: 'claude-code 2.1.330',
    details: { attempts: [{ channel: 'c', model: 'u', from: 0, to: 9, status: 200, outcome: 'ok' }], upstreamId: 'u-1' },
    failedMicros: 2,
    failedUnpriced: true,
  })
  const first = await open(folder)
  await new Promise<void>((done) => first.usage.keep(whole, done))
  const [name = ''] = journals(folder)
  const line = readFileSync(join(folder, name), 'utf8')
  await first.close()
  const other = tempFolder('store')
  await (await open(other)).close()
  const shorter = JSON.stringify(JSON.parse(line.replace('"a"', '"b"')).slice(0, -5))
  writeFileSync(join(other, `usage-${2 ** 22 + 1}-00aa.journal`), `${line}${shorter}\n`)
  const { images: _, client: __, details: ___, failedMicros: ____, failedUnpriced: _____, ...less } = whole
  expect(await (await open(other)).usage.list({}, { limit: 9 })).toEqual([{ ...less, id: 'b' }, whole])
})

test('the journal of a process that lives is read, and left to it', async () => {
  const folder = tempFolder('store')
  await (await open(folder)).close()
  const file = join(folder, `usage-${process.ppid}-00aa.journal`)
  writeFileSync(file, `${JSON.stringify(recordOf('a'))}\n`)
  const first = await open(folder)
  expect(await first.usage.list({}, { limit: 9 })).toHaveLength(1)
  appendFileSync(file, `${JSON.stringify(recordOf('b'))}\n`)
  const second = await open(folder)
  expect(await second.usage.list({}, { limit: 9 })).toHaveLength(2)
  expect(existsSync(file)).toBe(true)
})

test('while another process writes for long, requests end, and their records come into the table later', async () => {
  const folder = tempFolder('store')
  const problems: string[] = []
  const store = await open(folder, (problem) => problems.push(problem))
  const other = new DatabaseSync(join(folder, 'interlingua.db'))
  other.exec('BEGIN IMMEDIATE')
  await new Promise<void>((done) => store.usage.keep(recordOf('a'), done))
  // Not even a first try was waited for.
  expect(problems).toEqual([])
  // The table is tried once, in vain.
  await waitFor(() => problems.length > 0, 15_000)
  expect(problems[0]).toMatch(/^usage records wait in the journal: StoreError: SQLite: database is locked/)
  expect(journals(folder)).toHaveLength(1)
  other.exec('COMMIT')
  other.close()
  expect(await store.usage.list({}, { limit: 9 })).toEqual([recordOf('a')])
})

test('a record that the table does not take is reported, and holds up nobody else', async () => {
  const problems: string[] = []
  const store = await open(tempFolder('store'), (problem) => problems.push(problem))
  for (const id of ['a', 'b', 'bad', 'c']) store.usage.keep(recordOf(id, id === 'bad' ? { status: 0.5 } : {}), () => {})
  expect((await store.usage.list({}, { limit: 9 })).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  expect(problems).toEqual([expect.stringContaining('the store does not take the usage record bad: SQLite: ')])
})

test('where the journal cannot be written, that is reported, requests end, and records go to the table all the same', async () => {
  const folder = tempFolder('store')
  const problems: string[] = []
  const store = await open(folder, (problem) => problems.push(problem))
  // The database stays open; no file can be made any more.
  rmSync(folder, { recursive: true })
  await new Promise<void>((done) => store.usage.keep(recordOf('a'), done))
  expect(problems).toEqual([expect.stringMatching(/^the journal of usage records cannot be written: Error: ENOENT/)])
  expect(await store.usage.sum({})).toMatchObject([{ requests: 1 }])
})

test('a store in memory keeps what it is told as long as it is open', async () => {
  const store = await openStore({})
  opened.push(store)
  await new Promise<void>((done) => store.usage.keep(recordOf('a'), done))
  expect(await store.usage.sum({})).toMatchObject([{ requests: 1, input: 1 }])
})

test('a process of an older version that rotates a key ends both older secrets, and one that changes its terms ends none', async () => {
  const folder = tempFolder('store')
  const { keys } = await open(folder)
  const key: ApiKey = { id: 'key_1', name: 'n', hash: 'second', hint: 'il-…', admin: false, createdAt: 1 }
  const previous = { hash: 'first', hint: 'il-…', until: 4_102_444_800_000 }
  await keys.insert({ ...key, previous })
  // The statements of versions before secrets had a grace.
  const older = new DatabaseSync(join(folder, 'interlingua.db'))
  const change = older.prepare(
    'UPDATE keys SET hash = ?, hint = ?, models = ?, limits = ?, budget = ?, admin = ?, viewer = ?, expires_at = ? WHERE id = ? AND revoked_at IS NULL',
  )
  change.run('second', 'il-…', '["gpt-*"]', null, null, 0, null, null, 'key_1')
  expect(await keys.findByHash('first')).toEqual({ ...key, previous, models: ['gpt-*'] })
  change.run('third', 'il-…', null, null, null, 0, null, null, 'key_1')
  expect([await keys.findByHash('first'), await keys.findByHash('second')]).toEqual([undefined, undefined])
  expect(await keys.findByHash('third')).toEqual({ ...key, hash: 'third' })
  older
    .prepare('INSERT INTO keys (id, name, hash, hint, admin, created_at) VALUES (?, ?, ?, ?, ?, ?)')
    .run('key_2', 'other', 'hash2', 'il-…', 0, 2)
  expect(await keys.findByHash('hash2')).toMatchObject({ id: 'key_2' })
  older.close()
})

test('a key is found by either secret through the indexes of the table', async () => {
  const folder = tempFolder('store')
  const store = await open(folder)
  const beside = new DatabaseSync(join(folder, 'interlingua.db'))
  const plan = beside
    .prepare('EXPLAIN QUERY PLAN SELECT * FROM keys WHERE hash = ? UNION ALL SELECT * FROM keys WHERE previous_hash = ?')
    .all('x', 'x')
    .map(({ detail }) => String(detail))
    .join('\n')
  beside.close()
  expect(plan).toContain('SEARCH keys USING INDEX sqlite_autoindex_keys')
  expect(plan).toContain('SEARCH keys USING INDEX keys_previous')
  expect(plan).not.toContain('SCAN')
  await store.close()
})
