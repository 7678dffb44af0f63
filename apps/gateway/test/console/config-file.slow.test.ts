import { issueKey } from '@interlingua/access'
import type { AuditEntry, ConfigPreview, ConfigWritten, ReloadReport } from '@interlingua/console/api'
import { openStore } from '@interlingua/store'
import { chmodSync, lstatSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { tempFolder } from '../temp-folder.ts'
import { type RunningWorkers, sources, startWorkers } from '../workers/start-workers.ts'

vi.setConfig({ testTimeout: 120_000 })

interface Started extends RunningWorkers {
  readonly keys: { readonly admin: string; readonly viewer: string; readonly plain: string }
  readonly call: (method: string, path: string, body?: unknown, key?: string) => Promise<Answer>
}

interface Answer {
  readonly status: number
  /** Body as JSON. */
  readonly json: unknown
  readonly message: string | undefined
}

/** Text of a configuration, with comments, a variable of the environment, and secrets. */
function textOf(workers: number, more = 'console: { write: true }'): string {
  return `# Gateway of the team
workers: ${workers}
channels:
  - name: local   # at home
    format: chat
    baseUrl: http://127.0.0.1:1
    apiKey: sk-secret-of-the-file
    models: [m1, m2]
prices:
  models:
    - { model: m1, input: 1, output: 2 } # agreed
${more}
`
}

async function start(text: string): Promise<Started> {
  const dataDir = tempFolder('config-file')
  const store = await openStore({ dataDir })
  const made = [
    issueKey({ name: 'ops', admin: true }, Date.now()),
    issueKey({ name: 'screen', viewer: true }, Date.now()),
    issueKey({ name: 'laptop' }, Date.now()),
  ]
  for (const { key } of made) await store.keys.insert(key)
  await store.close()
  const [admin = '', viewer = '', plain = ''] = made.map(({ secret }) => secret)
  const running = await startWorkers(sources, text, { dataDir })
  async function call(method: string, path: string, body?: unknown, key = admin): Promise<Answer> {
    const response = await fetch(`${running.url}/admin/api${path}`, {
      method,
      // Another connection for each call, so that any worker may take it.
      headers: { authorization: `Bearer ${key}`, connection: 'close', ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await response.text()
    expect(answer).not.toContain('sk-secret-of-the-file')
    if (response.status === 429) {
      await pause(300)
      return call(method, path, body, key)
    }
    const json = JSON.parse(answer === '' ? 'null' : answer) as { readonly error?: { readonly message: string } } | null // the API answers with objects
    return { status: response.status, json, message: json?.error?.message }
  }
  return { ...running, keys: { admin, viewer, plain }, call }
}

const edit = { prices: [{ model: 'm2', channel: 'local', input: 0.5, output: 1.25 }] }

/** Reads the price of a model at all workers: each call may go to another. */
async function pricesOf({ call }: Started, model: string): Promise<ReadonlySet<number | undefined>> {
  const seen = new Set<number | undefined>()
  for (let index = 0; index < 12; index++) {
    const { json } = await call('GET', '/prices')
    const { rows } = json as { readonly rows: readonly { readonly model: string; readonly input?: number }[] } // the described answer
    seen.add(rows.find((row) => row.model === model)?.input)
  }
  return seen
}

const backupsOf = (file: string): readonly string[] => readdirSync(dirname(file)).filter((name) => name.endsWith('.bak'))

test.each([1, 2])('%i processes: a price is shown, confirmed, written, and in force', async (workers) => {
  const running = await start(textOf(workers))
  const { call, file } = running
  expect((await call('GET', '/config/file')).json).toEqual({ file: 'interlingua.yaml' })
  const shown = (await call('POST', '/config/preview', edit)).json as ConfigPreview // the described answer
  expect(shown).toEqual({
    file: 'interlingua.yaml',
    hash: expect.stringMatching(/^[\w-]{43}$/),
    lines: [
      { kind: 'same', line: 10, text: '  models:' },
      { kind: 'same', line: 11, text: '    - { model: m1, input: 1, output: 2 } # agreed' },
      { kind: 'added', line: 12, text: '    - { model: m2, channel: local, input: 0.5, output: 1.25 }' },
      { kind: 'same', line: 13, text: 'console: { write: true }' },
      { kind: 'same', line: 14, text: '' },
    ],
    findings: [],
  })
  expect(readFileSync(file, 'utf8')).toBe(textOf(workers))

  const written = (await call('POST', '/config/edit', { edit, hash: shown.hash })).json as ConfigWritten // the described answer
  expect(written).toEqual({
    file: 'interlingua.yaml',
    backup: expect.stringMatching(/^interlingua\.yaml\.\d{8}T\d{9}Z\.bak$/),
    reload: { file: 'interlingua.yaml', at: expect.any(String), restart: [] },
  })
  const now = textOf(workers).replace('# agreed\n', '# agreed\n    - { model: m2, channel: local, input: 0.5, output: 1.25 }\n')
  expect(readFileSync(file, 'utf8')).toBe(now)
  expect(readFileSync(join(dirname(file), written.backup), 'utf8')).toBe(textOf(workers))
  expect([...(await pricesOf(running, 'm2'))]).toEqual([0.5])

  // The watch of the file finds nothing new in what was read by order.
  await pause(1_000)
  expect(running.log().filter(({ event }) => event === 'reload')).toHaveLength(1)

  // The same preview cannot be written again, nor by two people at the same time.
  expect(await call('POST', '/config/edit', { edit, hash: shown.hash })).toMatchObject({
    status: 409,
    message: expect.stringContaining('changed'),
  })
  const routes = { routes: [{ match: 'fast', to: 'm1' }] }
  const { hash } = (await call('POST', '/config/preview', routes)).json as ConfigPreview // the described answer
  const both = await Promise.all([
    call('POST', '/config/edit', { edit: routes, hash }),
    call('POST', '/config/edit', { edit: routes, hash }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(readFileSync(file, 'utf8')).toBe(`${now}routes:\n  - { match: fast, to: m1 }\n`)
  expect((await call('GET', '/resolve?model=fast&format=chat')).json).toMatchObject({ route: 'fast', targets: [{ model: 'm1' }] })

  const audit = (await call('GET', '/audit')).json as { readonly rows: readonly AuditEntry[] } // the described answer
  expect(audit.rows.filter(({ action }) => action === 'config.edit').at(-1)).toMatchObject({
    who: 'ops',
    subject: 'interlingua.yaml',
    before: { hash: shown.hash, lines: [] },
    after: { lines: ['    - { model: m2, channel: local, input: 0.5, output: 1.25 }'] },
  })
})

test.each([1, 2])(
  '%i processes: a reload by order tells its outcome: in force, refused with the line, or a restart that it needs',
  async (workers) => {
    const running = await start(textOf(workers, 'catalogue: false'))
    const { call, write } = running
    write(textOf(workers, 'catalogue: false').replace('input: 1,', 'input: 3,'))
    expect((await call('POST', '/config/reload')).json).toEqual({ file: 'interlingua.yaml', at: expect.any(String), restart: [] })
    expect([...(await pricesOf(running, 'm1'))]).toEqual([3])

    write(textOf(workers, 'nonsense: 1'))
    const refused = (await call('POST', '/config/reload')).json as ReloadReport // the described answer
    expect(refused).toMatchObject({ problem: expect.stringMatching(/^interlingua\.yaml:12:1: nonsense: /), restart: [] })
    expect((await call('POST', '/config/check')).json).toEqual({
      file: 'interlingua.yaml',
      findings: [{ level: 'error', line: 12, message: expect.stringContaining('nonsense') }],
    })
    expect([...(await pricesOf(running, 'm1'))]).toEqual([3])

    write(textOf(workers, 'limits: { headerBytes: 64 KiB }'))
    expect((await call('POST', '/config/reload')).json).toMatchObject({ restart: ['limits.headerBytes'] })
    expect((await call('POST', '/config/check')).json).toMatchObject({
      findings: expect.arrayContaining([{ level: 'warning', line: 7, message: expect.stringContaining('a secret in the file') }]),
    })

    // Many orders at once are few reloads, and all get an outcome.
    const before = running.log().filter(({ event }) => event === 'reload').length
    const many = await Promise.all(Array.from({ length: 10 }, () => call('POST', '/config/reload')))
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 200))
    expect(running.log().filter(({ event }) => event === 'reload').length - before).toBeLessThanOrEqual(10)
    const { rows } = (await call('GET', '/audit')).json as { readonly rows: readonly AuditEntry[] } // the described answer
    expect(rows.filter(({ action }) => action === 'config.reload').length).toBeGreaterThanOrEqual(13)
  },
)

test('nobody but an operator may, and only with the setting', async () => {
  const { call, keys, write, file } = await start(textOf(1, 'console: loopback'))
  const calls = [
    ['GET', '/config/file'],
    ['POST', '/config/check'],
    ['POST', '/config/reload'],
    ['POST', '/config/preview', edit],
    ['POST', '/config/edit', { edit, hash: 'x' }],
  ] as const
  for (const [method, path, body] of calls)
    for (const key of [keys.viewer, keys.plain]) expect([path, (await call(method, path, body, key)).status]).toEqual([path, 403])
  expect((await call('GET', '/config/file')).json).toMatchObject({ noWrite: expect.stringContaining('console: { write: true }') })
  for (const [method, path, body] of calls.slice(3))
    expect(await call(method, path, body)).toMatchObject({ status: 409, message: expect.stringContaining('write: true') })
  // The setting is put in force like any other, and goes with a public address.
  write(textOf(1, 'console: { publicUrl: https://gateway.example.com, write: true }'))
  expect(((await call('POST', '/config/reload')).json as ReloadReport).problem).toBeUndefined() // the described answer
  expect((await call('POST', '/config/preview', edit)).status).toBe(200)
  expect(backupsOf(file)).toEqual([])
})

test('hostile entries are refused, or stand in the file as texts', async () => {
  const { call, file } = await start(textOf(1))
  const before = readFileSync(file, 'utf8')
  const refused: readonly unknown[] = [
    {},
    { prices: [{ model: 'x', input: 1 }] },
    { prices: [{ ...edit.prices[0], input: 'ten' }] },
    { prices: [{ ...edit.prices[0], apiKey: 'x' }] },
    { channels: [{ name: 'x' }] },
    { routes: [{ match: 'x' }] },
    { ...edit, routes: [{ match: 'x', to: 'y' }] },
    { text: 'channels: []' },
  ]
  for (const body of refused) expect([body, (await call('POST', '/config/preview', body)).status]).toEqual([body, 400])
  const large = { prices: [{ ...edit.prices[0], model: 'x'.repeat(1_000_000) }] }
  expect((await call('POST', '/config/preview', large)).status).toBe(413)
  expect((await call('POST', '/config/preview', { ...edit, more: 1 })).status).toBe(400)
  expect((await call('POST', '/config/reload', { file: '/etc/passwd' })).status).toBe(400)
  expect(readFileSync(file, 'utf8')).toBe(before)

  const names = ['a\nchannels: []\n', '*', '&x *y', '!!js/function x', '{a: b}', '"\'', '# x', '\u202e\u0000', '${HOME}', 'x'.repeat(5_000)]
  const hostile = { prices: names.map((model) => ({ model, channel: 'local', input: 1, output: 1 })) }
  const shown = (await call('POST', '/config/preview', hostile)).json as ConfigPreview // the described answer
  expect(shown.lines.filter(({ kind }) => kind === 'added')).toHaveLength(names.length)
  expect(await call('POST', '/config/edit', { edit: hostile, hash: shown.hash })).toMatchObject({
    status: 200,
    json: { reload: { restart: [] } },
  })
  const { parseConfig } = await import('../../src/config/read-config.ts')
  expect(parseConfig(readFileSync(file, 'utf8'), file).prices?.models.slice(1)).toEqual(hostile.prices)
})

test('a link is written through; a read-only file, and one that changed meanwhile, are not written', async () => {
  const { call, file } = await start(textOf(1))
  const real = join(dirname(file), 'real.yaml')
  renameSync(file, real)
  symlinkSync('real.yaml', file)
  const first = (await call('POST', '/config/preview', edit)).json as ConfigPreview // the described answer
  expect((await call('POST', '/config/edit', { edit, hash: first.hash })).status).toBe(200)
  expect([lstatSync(file).isSymbolicLink(), readFileSync(real, 'utf8').includes('m2, channel')]).toEqual([true, true])
  expect(backupsOf(file).every((name) => name.startsWith(basename(real)))).toBe(true)

  const second = (await call('POST', '/config/preview', edit)).json as ConfigPreview // the described answer
  writeFileSync(real, `${readFileSync(real, 'utf8')}# of another hand\n`)
  expect((await call('POST', '/config/edit', { edit, hash: second.hash })).status).toBe(409)
  expect(readFileSync(real, 'utf8')).toMatch(/# of another hand\n$/)

  chmodSync(real, 0o400)
  const third = (await call('POST', '/config/preview', edit)).json as ConfigPreview // the described answer
  expect(await call('POST', '/config/edit', { edit, hash: third.hash })).toMatchObject({
    status: 409,
    message: expect.stringContaining('read-only'),
  })
  chmodSync(real, 0o600)
  writeFileSync(real, 'channels: [')
  expect(await call('POST', '/config/preview', edit)).toMatchObject({
    status: 409,
    message: expect.stringContaining('interlingua.yaml:1:'),
  })
  renameSync(real, `${real}.away`)
  expect((await call('GET', '/config/file')).json).toMatchObject({ noReload: expect.stringContaining('no configuration file') })
  for (const path of ['/config/check', '/config/reload'])
    expect(await call('POST', path)).toMatchObject({ status: 409, message: expect.stringContaining('no configuration file') })
})
