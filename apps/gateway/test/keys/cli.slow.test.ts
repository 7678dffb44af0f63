import { expect, test } from 'vitest'
import { runCli } from '../../src/cli/run-cli.ts'
import { openStore } from '@interlingua/store'
import { runProgram } from './run-program.ts'
import { tempFolder } from '../temp-folder.ts'

/** Runs a command that is refused before the store is opened. */
async function refused(...argv: readonly string[]): Promise<readonly [number, string]> {
  let text = ''
  const code = await runCli(argv, { out: (more) => void (text += more), err: (more) => void (text += more) })
  return [code, text]
}

interface Result {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

async function cli(folder: string, ...argv: readonly string[]): Promise<Result> {
  const run = runProgram(argv, folder)
  return { code: await run.ended, out: run.out(), err: run.err() }
}

test('key create prints the secret alone on standard output, and what the key may do beside it', async () => {
  const folder = tempFolder('keys')
  const made = await cli(folder, 'key', 'create', 'team-a')
  expect(made.code).toBe(0)
  expect(made.out).toMatch(/^il-[\w-]{43}\n$/)
  expect(made.err).toMatch(/^team-a \(key_[0-9a-f]{24}\): all models\n/)
  expect(made.err).not.toContain(made.out.trim())
})

test('every term of a key is kept as it was said', async () => {
  const folder = tempFolder('keys')
  const expires = new Date(Date.now() + 86_400_000 * 40).toISOString().slice(0, 10)
  const argv = ['--models', 'gpt-*,claude-*', 'meta-llama/*', '--requests-per-minute', '60', '--tokens-per-minute', '100000']
  const more = ['--concurrent-streams', '4', '--budget', '10.50/month', '--expires', expires, '--admin', '--json']
  const made = await cli(folder, 'key', 'create', 'team-b', ...argv, ...more)
  expect(made).toMatchObject({ code: 0, err: '' })
  const printed = JSON.parse(made.out) as { id: string; secret: string } // the expectations below check the shape
  const description = {
    id: expect.stringMatching(/^key_/) as unknown,
    name: 'team-b',
    hint: `${printed.secret.slice(0, 6)}…${printed.secret.slice(-4)}`,
    state: 'valid',
    admin: true,
    models: ['gpt-*', 'claude-*', 'meta-llama/*'],
    limits: { requestsPerMinute: 60, tokensPerMinute: 100_000, concurrentStreams: 4 },
    budget: '10.50/month',
    created: expect.stringMatching(/^\d{4}-/) as unknown,
    expires: `${expires}T00:00:00.000Z`,
  }
  expect(printed).toEqual({ ...description, secret: expect.any(String) as unknown })
  expect(JSON.parse((await cli(folder, 'key', 'list', '--json')).out)).toEqual([description])

  const store = await openStore({ dataDir: `${folder}/.interlingua` })
  expect(await store.keys.find('team-b')).toMatchObject({ budget: { micros: 10_500_000, period: 'month' }, expiresAt: Date.parse(expires) })
  await store.close()
})

test('key list shows every key with its state, and no secret or hash', async () => {
  const folder = tempFolder('keys')
  const nothing = await cli(folder, 'key', 'list')
  expect(nothing).toMatchObject({ code: 0, out: '' })
  expect(nothing.err).toContain('key create')
  const secret = (await cli(folder, 'key', 'create', 'one', '--models', 'gpt-*', '--budget', '3/total')).out.trim()
  await cli(folder, 'key', 'create', 'two words', '--expires', '12h')
  expect(await cli(folder, 'key', 'revoke', 'one')).toMatchObject({ code: 0, out: expect.stringContaining('is revoked') as unknown })
  expect(await cli(folder, 'key', 'revoke', 'one')).toMatchObject({ code: 0, out: expect.stringContaining('already') as unknown })
  const { out } = await cli(folder, 'key', 'list')
  const [first = '', second = ''] = out.split('\n')
  expect(first).toMatch(/^key_\w+ {2}revoked {2}il-\S+ {2}one: models gpt-\*; budget 3\.00\/total$/)
  expect(second).toMatch(/^key_\w+ {2}valid {4}il-\S+ {2}two words: all models; expires \d{4}-/)
  expect(out).not.toContain(secret)
  expect(out).not.toMatch(/[0-9a-f]{64}/)
  // A key may be named by its id as well.
  expect(await cli(folder, 'key', 'revoke', second.split(' ')[0] ?? '')).toMatchObject({ code: 0 })
  expect((await cli(folder, 'key', 'list', '--json')).out).not.toContain('"valid"')
})

test('a name that is taken, and a key that is not there, are errors that change nothing', async () => {
  const folder = tempFolder('keys')
  await cli(folder, 'key', 'create', 'taken')
  const again = await cli(folder, 'key', 'create', 'taken')
  expect(again).toMatchObject({ code: 1, out: '' })
  expect(again.err).toContain('the name taken')
  const missing = await cli(folder, 'key', 'revoke', 'nobody')
  expect(missing).toMatchObject({ code: 1, out: '' })
  expect(missing.err).toContain('nobody')
  expect(JSON.parse((await cli(folder, 'key', 'list', '--json')).out)).toHaveLength(1)
})

test.each([
  [['--requests-per-minute', '0'], '--requests-per-minute'],
  [['--requests-per-minute', 'many'], '--requests-per-minute'],
  [['--tokens-per-minute', '1.5'], '--tokens-per-minute'],
  [['--concurrent-streams', '-1'], '--concurrent-streams'],
  [['--streams', '4'], '--concurrent-streams'],
  [['--budget', '10'], '--budget'],
  [['--budget', '10/year'], '--budget'],
  [['--budget', '1.2345678/day'], '--budget'],
  [['--budget', '-5/day'], '--budget'],
  [['--expires', 'soon'], '--expires'],
  [['--expires', '2020-01-01'], '--expires'],
  [['--expires', '2027-02-31'], '--expires'],
  [['--expires', '0d'], '--expires'],
  [['--models', ','], '--models'],
  [['--models'], '--models'],
  [['--colour', 'red'], '--colour'],
])('key create n %j is refused with 2 and a message that names the option', async (options, named) => {
  const [code, text] = await refused('key', 'create', 'n', ...options)
  expect(code).toBe(2)
  expect(text).toContain(named)
})

test.each([
  [['key', 'create'], 'name'],
  [['key', 'create', 'key_looks-like-an-id'], 'key_'],
  [['key', 'create', 'a\nb'], 'name'],
  [['key', 'revoke'], 'key'],
  [['key', 'forget', 'x'], 'forget'],
  [['serve'], 'serve'],
  [['start', 'now'], 'start'],
  [['explain', '--from', 'messages'], '--to'],
  [['explain', '--from', 'esperanto', '--to', 'chat'], '--from'],
])('%j is refused with 2', async (argv, named) => {
  const [code, text] = await refused(...argv)
  expect(code).toBe(2)
  expect(text).toContain(named)
})

test('help is told of every command, with 0', async () => {
  for (const argv of [['--help'], ['key', '--help'], ['key', 'create', '--help'], ['explain', '--help']]) {
    const [code, text] = await refused(...argv)
    expect([argv, code]).toEqual([argv, 0])
    expect(text).toContain('Usage: interlingua')
  }
})

test('explain shows what becomes of a request', async () => {
  const folder = tempFolder('keys')
  const run = runProgram(['explain', '--from', 'messages', '--to', 'chat'], folder)
  run.child.stdin?.end(JSON.stringify({ model: 'm', max_tokens: 5, top_k: 3, messages: [{ role: 'user', content: 'hi' }] }))
  expect(await run.ended).toBe(0)
  expect(run.out()).toContain('chat/top-k')
  const bad = runProgram(['explain', '--from', 'messages', '--to', 'chat', '--json'], folder)
  bad.child.stdin?.end('{"model":"m","max_tokens":5,"messages":7}')
  expect(await bad.ended).toBe(1)
  expect(bad.err()).toContain('messages')
})
