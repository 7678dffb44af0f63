import {
  chmodSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { openStore } from '@interlingua/store'
import { expect, test } from 'vitest'
import type { Agent } from '../../src/cli/setup/agent.ts'
import { agents } from '../../src/cli/setup/agents.ts'
import { chooseModel } from '../../src/cli/setup/choose-model.ts'
import { findAgent, runSetup, type SetupOptions } from '../../src/cli/setup/run-setup.ts'
import { snippets } from '../../src/cli/setup/snippets.ts'
import { startGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'

/** Folder of a gateway with the demo, and its address. */
const folder = tempFolder('setup-gateway')
const gateway = await startGateway({ demo: true, dataDir: join(folder, '.interlingua') })

interface Home {
  readonly home: string
  readonly run: (
    name: string,
    options?: Partial<SetupOptions>,
    more?: Readonly<Record<string, string>>,
  ) => Promise<{ code: number; out: string; err: string }>
  readonly files: () => ReadonlyMap<string, string>
}

function openHome(before: Readonly<Record<string, string>> = {}, place = folder): Home {
  const home = tempFolder('setup-home')
  for (const [file, text] of Object.entries(before)) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), text)
  }
  return {
    home,
    async run(name, options, more = {}) {
      const agent = findAgent(name)
      if ('problem' in agent) throw new Error(agent.problem)
      const [out, err]: [string[], string[]] = [[], []]
      const machine = { environment: { HOME: home, ...more }, folder: place, platform: 'linux' as const }
      const terminal = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) }
      const code = await runSetup(agent, { url: gateway.url, ...options }, machine, terminal)
      return { code, out: out.join(''), err: err.join('') }
    },
    files: () => {
      const names = globSync(['**/*', '**/.*', '**/.*/**/*', '**/.*/**/.*'], { cwd: home })
      return new Map(
        names.map((name) => [name, statSync(join(home, name)).isDirectory() ? 'folder' : readFileSync(join(home, name), 'utf8')]),
      )
    },
  }
}

async function keys(): Promise<readonly { readonly name: string; readonly revokedAt?: number | undefined }[]> {
  const store = await openStore({ dataDir: join(folder, '.interlingua') })
  try {
    return await store.keys.list()
  } finally {
    await store.close()
  }
}

const named = agents.map((agent) => [agent.id, agent] as const)

test.each(named)('%s is set up in an empty home, with a key that works, and taken back without a trace', async (id, agent) => {
  const { run, files } = openHome()
  const done = await run(id)
  expect(done).toMatchObject({ code: 0, err: expect.stringContaining('→ 200') as unknown })
  const text = [...files().values()].join('\n')
  const secret = /il-[\w-]{43}/.exec(
    text + (existsSync(join(folder, 'fast-agent.yaml')) ? readFileSync(join(folder, 'fast-agent.yaml'), 'utf8') : ''),
  )?.[0]
  expect(secret).toBeDefined()
  const answer = await fetch(`${gateway.url}/v1/models`, { headers: { authorization: `Bearer ${secret}` } })
  expect(answer.status).toBe(200)
  // The secret stands in the agent's files alone.
  expect(done.out + done.err).not.toContain(secret)
  expect(done.out).toContain(agent.start({ url: '', key: '', model: 'demo-messages', contextLength: 1, maxOutput: 1, missing: [] })[0])
  expect(await run(id, { undo: true })).toMatchObject({ code: 0 })
  expect([...files()]).toEqual([])
  expect(existsSync(join(folder, 'fast-agent.yaml'))).toBe(false)
  expect((await keys()).find(({ name }) => name === id)?.revokedAt).toBeDefined()
})

test.each(named)('--print for %s shows address, key and model, and writes nothing', async (id, { files: filesOf }: Agent) => {
  const { run, files } = openHome()
  const { code, out, err } = await run(id, { print: true, key: 'il-shown', model: 'claude-x', url: 'http://gw.example:1/v1/' })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('http://gw.example:1')
  expect(out).not.toContain('/v1/v1')
  expect(out).toContain('il-shown')
  expect(out).toContain('claude-x')
  for (const { names } of filesOf({ url: '', key: '', model: '', contextLength: 1, maxOutput: 1, missing: [] }))
    expect(out).toContain(names.at(-1))
  expect([...files()]).toEqual([])
})

test.each(snippets.map(({ id }) => id))('the snippet for %s has the address with and without /v1', async (id) => {
  const { run } = openHome()
  const { out } = await run(id, { url: 'http://gw.example', key: 'il-shown', model: 'claude-x' })
  expect(out).toContain('http://gw.example/v1"'.replace('"', id === 'javascript' ? "'" : '"'))
  expect(out).toContain('il-shown')
  expect(out).toContain('claude-x')
  expect((await run(id, { undo: true })).code).toBe(1)
})

test('what an agent had stays, and comes back byte for byte, also in a second set-up with another model', async () => {
  const config = '# mine\nmodel = "gpt-5" # usual\n\n[projects."/x"]\ntrust_level = "trusted"\n'
  const { run, files, home } = openHome({ '.codex/config.toml': config, '.codex/.env': 'OTHER=1' })
  chmodSync(join(home, '.codex/config.toml'), 0o640)
  const before = files()
  expect((await run('codex')).code).toBe(0)
  expect((await run('codex', { model: 'demo-chat' })).code).toBe(0)
  const now = files().get('.codex/config.toml') ?? ''
  expect(now).toContain('model = "demo-chat" # usual')
  expect(now).toContain('[projects."/x"]')
  expect(now.match(/model_providers/g)).toHaveLength(1)
  expect(files().get('.codex/.env')).toMatch(/^OTHER=1\nINTERLINGUA_API_KEY=il-/)
  expect(statSync(join(home, '.codex/config.toml')).mode & 0o777).toBe(0o640)
  expect((await run('codex', { undo: true })).code).toBe(0)
  expect(files()).toEqual(before)
  expect(statSync(join(home, '.codex/config.toml')).mode & 0o777).toBe(0o640)
})

test('what an agent wrote after the set-up stays when it is taken back', async () => {
  const { run, files, home } = openHome({ '.codex/config.toml': 'model = "gpt-5"\n' })
  await run('codex')
  const file = join(home, '.codex/config.toml')
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n[projects."/new"]\ntrust_level = "trusted"\n`)
  await run('codex', { undo: true })
  const text = files().get('.codex/config.toml') ?? ''
  expect(text).toContain('model = "gpt-5"')
  expect(text).toContain('[projects."/new"]')
  expect(text).not.toContain('interlingua')
})

test('a link to a file elsewhere stays a link', async () => {
  const { run, home } = openHome({ 'dotfiles/codex.toml': 'model = "gpt-5"\n', '.codex/other': '' })
  symlinkSync(join(home, 'dotfiles/codex.toml'), join(home, '.codex/config.toml'))
  await run('codex')
  expect(lstatSync(join(home, '.codex/config.toml')).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(home, 'dotfiles/codex.toml'), 'utf8')).toContain('interlingua')
  await run('codex', { undo: true })
  expect(readFileSync(join(home, 'dotfiles/codex.toml'), 'utf8')).toBe('model = "gpt-5"\n')
})

test('several set-ups that share folders leave none of them, in whatever order they are taken back', async () => {
  const { run, files } = openHome()
  for (const id of ['copilot', 'openhands', 'gptme']) await run(id)
  for (const id of ['copilot', 'gptme', 'openhands']) await run(id, { undo: true })
  expect([...files()]).toEqual([])
})

test('a key is revoked in the store that it was made in, also where the environment has another one by then', async () => {
  const elsewhere = tempFolder('setup-elsewhere')
  const { run } = openHome({}, elsewhere)
  const data = { INTERLINGUA_DATA: join(folder, '.interlingua') }
  expect(await run('codex', { keyName: 'made-elsewhere' }, data)).toMatchObject({ code: 0 })
  const { code, err } = await run('codex', { undo: true }, { INTERLINGUA_DATA: tempFolder('setup-other') })
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('revoked "made-elsewhere"') as unknown })
  expect((await keys()).find(({ name }) => name === 'made-elsewhere')?.revokedAt).toBeDefined()
})

test('a key whose store is gone is told as not revoked, and no store is made for it', async () => {
  const elsewhere = tempFolder('setup-moved')
  const dataDir = join(elsewhere, '.interlingua')
  const other = await startGateway({ demo: true, dataDir })
  const { run, files } = openHome({}, elsewhere)
  expect(await run('codex', { keyName: 'of-a-moved-store', url: other.url })).toMatchObject({ code: 0 })
  renameSync(dataDir, join(elsewhere, 'moved'))
  const { code, err } = await run('codex', { undo: true })
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('"of-a-moved-store" is not in the store of') as unknown })
  expect(err).toContain(' key revoke ')
  expect([...files()]).toEqual([])
  expect(existsSync(dataDir)).toBe(false)
})

test('a malformed file is named and left alone, and the key is revoked', async () => {
  const { run, files } = openHome({ '.claude/settings.json': '{ "env": ' })
  const before = files()
  const { code, err } = await run('claude-code', { keyName: 'for-nothing' })
  expect(code).toBe(1)
  expect(err).toContain('error: ~/.claude/settings.json is no JSON: ')
  expect(files()).toEqual(before)
  expect((await keys()).find(({ name }) => name === 'for-nothing')?.revokedAt).toBeDefined()
})

test.each([
  [{ url: 'http://127.0.0.1:9' }, 'no gateway answers at http://127.0.0.1:9. Start it'],
  [{ url: 'localhost:8787' }, '"localhost:8787" is no address; write it with its scheme'],
  [{ key: 'il-wrong' }, 'does not know the key'],
  [{ model: 'gpt-none' }, 'answered POST /v1/messages for gpt-none with 404: The model "gpt-none" does not exist here'],
])('%j writes nothing', async (options, message) => {
  const { run, files } = openHome()
  const { code, err } = await run('claude-code', options)
  expect(code).toBe(1)
  expect(err).toContain(message)
  expect([...files()]).toEqual([])
})

test('outside of the folder of the gateway no store is made', async () => {
  const elsewhere = tempFolder('elsewhere')
  const { run } = openHome({}, elsewhere)
  expect(await run('codex')).toMatchObject({ code: 1, err: expect.stringContaining('--key') as unknown })
  expect(globSync('**/*', { cwd: elsewhere })).toEqual([])
  expect(existsSync(join(elsewhere, '.interlingua'))).toBe(false)
  // With a key of the gateway it needs no store.
  expect(await run('codex', { key: 'any' })).toMatchObject({ code: 0 })
  expect(await run('codex', { undo: true })).toMatchObject({ code: 0 })
})

test('models that the agent asks for by itself get routes in the file of the gateway, which are taken back as well', async () => {
  const place = tempFolder('setup-routes')
  const config = '# mine\ndemo: true\nroutes:\n  - { match: opus, to: demo-chat } # alias\n'
  writeFileSync(join(place, 'interlingua.yaml'), config)
  const { run } = openHome({}, place)
  expect(await run('gemini-cli', { key: 'any', model: 'demo-contents' })).toMatchObject({ code: 0 })
  const text = readFileSync(join(place, 'interlingua.yaml'), 'utf8')
  expect(text).toContain('{ match: opus, to: demo-chat } # alias')
  expect(text).toContain('match: gemini-*-flash-lite')
  await run('gemini-cli', { undo: true })
  expect(readFileSync(join(place, 'interlingua.yaml'), 'utf8')).toBe(config)
})

test('an undo without a set-up says so', async () => {
  const { run } = openHome()
  expect(await run('codex', { undo: true })).toMatchObject({ code: 1, err: expect.stringContaining('nothing to take back') as unknown })
})

test.each([
  [['claude-*'], ['gpt-5', 'claude-haiku-4-5', 'claude-sonnet-4-5', 'claude-opus-4-5-20260101', 'claude-opus-4-5'], 'claude-sonnet-4-5'],
  [['gpt-*'], ['gpt-4.1', 'gpt-5-mini', 'gpt-5', 'gpt-image-1'], 'gpt-5'],
  [['gpt-*'], ['gpt-9', 'gpt-10'], 'gpt-10'],
  [['gpt-*'], ['gpt-5-mini', 'claude-x'], 'gpt-5-mini'],
  [['gpt-*'], ['gemini-flash', 'demo-messages'], 'demo-messages'],
  [['gpt-*'], ['text-embedding-3'], undefined],
])('an agent that prefers %j of %j gets %s', (prefers, ids, id) => {
  expect(
    chooseModel(
      ids.map((id) => ({ id })),
      { prefers },
    )?.id,
  ).toBe(id)
})
