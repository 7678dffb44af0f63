import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { initialFile } from '../../src/cli/init/run-init.ts'
import { showProblems } from '../../src/cli/show-problems.ts'
import { providers } from '../../src/config/providers.ts'
import { parseConfig } from '../../src/config/read-config.ts'
import { tempFolder } from '../temp-folder.ts'
import { cli } from './run-cli.ts'

let folder = ''
const saved = { ...process.env }
beforeEach(() => {
  folder = tempFolder('cli-files')
  for (const name of Object.keys(process.env)) if (name.endsWith('_API_KEY')) delete process.env[name]
  Object.assign(process.env, { INTERLINGUA_CONFIG: join(folder, 'interlingua.yaml'), INTERLINGUA_DATA: folder })
})
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in saved)) delete process.env[name]
  Object.assign(process.env, saved)
})

test('init writes a file of the keys that are set, which passes the check, and never overwrites', async () => {
  const file = join(folder, 'interlingua.yaml')
  Object.assign(process.env, { OPENAI_API_KEY: 'sk-made-up', GOOGLE_API_KEY: 'made-up' })
  expect(await cli('init', '--from-env', file)).toMatchObject({ code: 0, out: `${file}\n` })
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(/^# yaml-language-server: \$schema=https:\/\/\S+interlingua\.schema\.json\n/)
  expect(text).not.toContain('made-up')
  expect(parseConfig(text, file, expect.unreachable).channels.map(({ name, apiKeyEnv }) => [name, apiKeyEnv])).toEqual([
    ['openai', 'OPENAI_API_KEY'],
    ['openai-chat', 'OPENAI_API_KEY'],
    ['gemini', 'GOOGLE_API_KEY'],
  ])
  expect(await cli('check', file)).toMatchObject({ code: 0 })
  const again = await cli('init', file)
  expect([again.code, again.err, readFileSync(file, 'utf8')]).toEqual([
    1,
    expect.stringContaining('is there already, and stays as it is'),
    text,
  ])
})

test('init without keys writes the demo, or nothing with --from-env', async () => {
  const file = join(folder, 'interlingua.yaml')
  expect((await cli('init', '--from-env', file)).code).toBe(1)
  expect(existsSync(file)).toBe(false)
  expect((await cli('init', file)).code).toBe(0)
  expect(parseConfig(readFileSync(file, 'utf8'), file)).toMatchObject({ channels: [], demo: true })
})

test('what init writes as comments is a configuration, too', () => {
  const text = initialFile({})
    .replace('channels: []', 'channels:')
    .replaceAll(/^( *)# (?=[ -]|\w+:)/gm, '$1')
  const { channels, routes, usage } = parseConfig(text, 'f', expect.unreachable)
  expect(channels).toHaveLength(providers.length + 1)
  expect([routes?.length, usage]).toEqual([2, { retention: 400 * 86_400 }])
})

const old = `# Of the first year.
channels:
  # The one that we pay for.
  - name: a # short
    format: chat
    baseUrl: http://127.0.0.1:1/v1
    models: [m]
    threads: false # no threads there
    retryOn: [500]
    pace: { first: 5 }

# Silence
liveness: 5 # seconds
usage: { days: 30 }
`

test('migrate-config writes the new names, and keeps comments, order and meaning', async () => {
  const file = join(folder, 'interlingua.yaml')
  writeFileSync(file, old)
  expect((await cli('migrate-config', '--print')).out).toBe(`# Of the first year.
channels:
  # The one that we pay for.
  - name: a # short
    format: chat
    baseUrl: http://127.0.0.1:1/v1
    models: [m]
    supports:
      messageThreads: false # no threads there
    retry:
      alsoOn: [500]
    poll: { initial: 5 }

# Silence
keepAlive: 5 # seconds
usage: { retention: 30d }
`)
  expect(readFileSync(file, 'utf8')).toBe(old)
  const checked = await cli('check')
  expect(checked.err).toContain(`${file}:8:5: warning: "threads" is now "supports.messageThreads"\n`)
  expect(checked.err).toContain('migrate-config')
  const done = await cli('migrate-config')
  expect([done.code, done.out]).toEqual([0, ''])
  expect(parseConfig(readFileSync(file, 'utf8'), file, expect.unreachable)).toEqual(parseConfig(old, file))
  expect((await cli('migrate-config')).err).toContain('has no old names')
  expect((await cli('check')).err).not.toContain('is now')
})

test('migrate-config leaves a file with mistakes as it is', async () => {
  const file = join(folder, 'interlingua.yaml')
  writeFileSync(file, `${old}weigth: 3\n`)
  const { code, err } = await cli('migrate-config')
  expect([code, err]).toEqual([1, expect.stringContaining(`${file}:15:1: weigth: unknown key`)])
  expect(readFileSync(file, 'utf8')).toBe(`${old}weigth: 3\n`)
})

test('at a terminal a mistake has its line below it, unless a secret may stand there', () => {
  const file = join(folder, 'bad.yaml')
  writeFileSync(
    file,
    'channels:\n  - name: a\n    format: openai\n    apiKey: [sk-made-up]\n    weigth: 3\n    headers:\n      x-key: [sk-made-up]\n',
  )
  const said = [
    `${file}:3:5: channels[0].format: "openai" is no format`,
    `${file}:5:5: channels[0].weigth: unknown key`,
    `${file}:4:5: channels[0].apiKey: must be a text`,
    `${file}:7:7: channels[0].headers.x-key: must be a text`,
    `${file}:7:7: a bracket is missing`,
  ]
  expect(showProblems(said.join('\n'), { frames: true, colours: false }).split('\n')).toEqual([
    said[0],
    '  3 |     format: openai',
    '    |             ^^^^^^',
    said[1],
    '  5 |     weigth: 3',
    '    |     ^^^^^^',
    ...said.slice(2),
    `Repair it, then: npm start -- check ${file}`,
    '',
  ])
  expect(showProblems(said[0] ?? '', { frames: true, colours: true })).toContain('\u001b[31m')
  process.env['NO_COLOR'] = '1'
  expect(showProblems(said[0] ?? '', { frames: true })).toContain('    |             ^^^^^^\n')
  expect(showProblems(said[0] ?? '')).not.toContain('^')
})

const channels = `channels:
  - { name: a, format: anthropic, baseUrl: http://127.0.0.1:1, apiKeyEnv: NOT_SET, models: ['claude-*'], weight: 3 }
  - { name: b, format: openai-chat, baseUrl: http://127.0.0.1:1/v1, models: ['claude-*', { name: fast, upstream: gpt-5-mini }], weight: 1 }
  - { name: c, format: openai-chat, baseUrl: http://127.0.0.1:1/v1, models: [gpt-5, text-embedding-3-small], priority: 1 }
routes:
  - { match: opus, to: claude-opus-4-5, fallbacks: [gpt-5] }
`

test('resolve says which channel takes a model, in which order and by which rule', async () => {
  writeFileSync(join(folder, 'interlingua.yaml'), channels)
  const { code, out } = await cli('resolve', 'opus', '--format', 'anthropic')
  expect([code, out]).toEqual([
    0,
    `opus, asked for by clients of anthropic:
  route opus → claude-opus-4-5, then gpt-5
  1  a  anthropic    claude-opus-4-5  pattern claude-*
  2  b  openai-chat  claude-opus-4-5  pattern claude-*
  3  c  openai-chat  gpt-5            id gpt-5, priority 1
`,
  ])
  expect((await cli('resolve', 'fast', '--format', 'gemini')).out).toContain('1  b  openai-chat  gpt-5-mini  alias fast')
  expect((await cli('resolve', 'c/gpt-5', '--format', 'openai-chat')).out).toContain('the channel is named')
  expect((await cli('resolve', 'text-embedding-3-small', '--format', 'openai-chat')).out).toContain('1  c  openai-chat')
  expect(JSON.parse((await cli('resolve', 'gpt-5', '--json')).out)).toMatchObject({
    model: 'gpt-5',
    resolutions: [
      {
        clients: [
          'anthropic',
          'openai-chat',
          'openai-responses',
          'gemini',
          'gemini-interactions',
          'bedrock-invoke',
          'vertex-claude',
          'bedrock-converse',
        ],
        steps: [{ channel: 'c', rule: 'id gpt-5, priority 1' }],
      },
    ],
  })
  expect(await cli('resolve', 'gtp-5')).toMatchObject({ code: 1, err: 'error: no channel has gtp-5; did you mean gpt-5?\n' })
})

test('resolve says what a key may not use', async () => {
  writeFileSync(join(folder, 'interlingua.yaml'), channels)
  await cli('key', 'create', 'narrow', '--models', 'gpt-*')
  expect(await cli('resolve', 'opus', '--key', 'narrow')).toMatchObject({ code: 1, err: 'error: narrow may not use opus, only gpt-*\n' })
  expect((await cli('resolve', 'gpt-5', '--key', 'narrow')).code).toBe(0)
  await cli('key', 'revoke', 'narrow')
  expect((await cli('resolve', 'gpt-5', '--key', 'narrow')).err).toContain('narrow is revoked')
})
