import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ConfigError, parseConfig, readConfig } from '../src/index.ts'

function errorOf(text: string): string {
  try {
    parseConfig(text, 'interlingua.yaml')
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).message // just checked
  }
  throw new Error('the configuration was taken')
}

test('a whole configuration is taken as it stands', () => {
  const config = parseConfig(
    `
channels:
  - name: anthropic
    format: messages
    baseUrl: https://api.anthropic.com
    apiKeyEnv: ANTHROPIC_API_KEY
    anthropicVersion: '2023-06-01'
    models: [claude-*, { name: sonnet, upstream: claude-sonnet-4-5, created: 1758931200, ownedBy: anthropic }]
    policy: reject-dropped
    timeouts: { connect: 5, firstByte: 60, idle: 30 }
    keepAlive: 15
    headers: { x-team: blue }
  - name: local
    format: chat
    baseUrl: http://127.0.0.1:8000/v1
    models: [llama]
    dialect: { topK: true }
    policy: { strictness: report, overrides: { chat/top-k: reject, any/seed: allow, gateway/not-stored: reject } }
limits: { bodyBytes: 1000000 }
log: off
`,
    'interlingua.yaml',
  )
  expect(config.channels.map(({ name }) => name)).toEqual(['anthropic', 'local'])
  expect(config.channels[0]?.models[1]).toEqual({
    name: 'sonnet',
    upstream: 'claude-sonnet-4-5',
    created: 1758931200,
    ownedBy: 'anthropic',
  })
})

test('the example in the folder is a configuration', () => {
  const text = readFileSync(new URL('../interlingua.example.yaml', import.meta.url), 'utf8')
  expect(parseConfig(text, 'example', expect.unreachable).channels.map(({ name }) => name)).toEqual([
    'anthropic',
    'openai',
    'openai-chat',
    'gemini',
    'voyage',
    'seedream',
    'qwen-image',
    'seedance',
    'local',
    'local-2',
  ])
})

test.each(['', '\n', '# only a comment\n', '---\n', 'null\n', '{}\n', 'log: off\n', 'channels: []\n'])(
  'a file that names nothing to serve is refused: %j',
  (text) => {
    expect(errorOf(text)).toContain('interlingua.yaml:1:1: ')
  },
)

test.each(['demo: true\n', 'demo: false\n'])('a file may say that there are no channels: %j', (text) => {
  expect(parseConfig(text, 'interlingua.yaml').channels).toEqual([])
})

test('no beginning of a file is taken for a configuration without channels', () => {
  const whole = readFileSync(new URL('../interlingua.example.yaml', import.meta.url), 'utf8')
  for (let length = 0; length < Math.min(whole.length, 4_000); length += 7) {
    let channels: number
    try {
      channels = parseConfig(whole.slice(0, length), 'example').channels.length
    } catch {
      continue
    }
    expect([length, channels]).not.toEqual([length, 0])
  }
})

test.each([
  [
    'a wrong value',
    'channels:\n  - name: a\n    format: mesages\n    baseUrl: http://x\n    models: [m]\n',
    'interlingua.yaml:3:5: channels[0].format: ',
  ],
  ['a missing key', 'channels:\n  - name: a\n    format: chat\n    models: [m]\n', 'interlingua.yaml:2:5: channels[0].baseUrl: '],
  [
    'an unknown key',
    'channels:\n  - name: a\n    format: chat\n    baseUrl: http://x\n    models: [m]\n    apikey: k\n',
    'interlingua.yaml:6:5: channels[0].apikey: unknown key',
  ],
  [
    'an override of a notice that nobody gives',
    'policy: { overrides: { chat/foreign-extension: reject } }\n',
    'interlingua.yaml:1:24: policy.overrides.chat/foreign-extension: no notice has this code (docs/model/notices.md)',
  ],
  ['an unknown key at the top', 'chanels: []\n', 'interlingua.yaml:1:1: chanels: unknown key'],
  ['a value of the wrong type', 'keepAlive: often\n', 'interlingua.yaml:1:1: keepAlive: '],
  [
    'a wrong key in a model',
    'channels:\n  - name: a\n    format: chat\n    baseUrl: http://x\n    models:\n      - { name: m, upsteam: n }\n',
    'interlingua.yaml:6:20: channels[0].models[0].upsteam: unknown key',
  ],
  [
    'an address that is none',
    'channels:\n  - name: a\n    format: chat\n    baseUrl: ftp://x\n    models: [m]\n',
    'interlingua.yaml:4:5: channels[0].baseUrl: ',
  ],
  [
    'two keys for one',
    'channels:\n  - name: a\n    format: chat\n    baseUrl: http://x\n    models: [m]\n    apiKey: k\n    apiKeyEnv: K\n',
    'interlingua.yaml:6:5: channels[0].apiKey: only one of',
  ],
  ['a text that is no YAML', 'channels: [\n', 'interlingua.yaml:2:1: '],
])('%s is told with its line, column and path', (_name, text, start) => {
  expect(errorOf(text)).toContain(start)
})

test('every problem of a file is told, not only the first', () => {
  expect(errorOf('channels: 1\nkeepAlive: x\n').split('\n')).toHaveLength(2)
})

test('keys in the environment become channels, and none become the demo', () => {
  const folder = '/nonexistent'
  expect(readConfig({}, folder)).toEqual({ channels: [], host: '127.0.0.1', port: 8787, dataDir: '/nonexistent/.interlingua' })
  const config = readConfig({ ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'b', PORT: '0', HOST: '::1' }, folder)
  expect(config.channels.map(({ name, format }) => [name, format])).toEqual([
    ['anthropic', 'messages'],
    ['openai', 'responses'],
    ['openai-chat', 'chat'],
  ])
  for (const name of ['GEMINI_API_KEY', 'GOOGLE_API_KEY'])
    expect(readConfig({ [name]: 'c' }, folder).channels).toEqual([expect.objectContaining({ format: 'contents', apiKeyEnv: name })])
  expect([config.host, config.port]).toEqual(['::1', 0])
})

test('a PORT that is no port and a file that is not there are told', () => {
  expect(() => readConfig({ PORT: '99999' }, '/nonexistent')).toThrow(/PORT: "99999"/)
  expect(() => readConfig({ INTERLINGUA_CONFIG: '/nonexistent/x.yaml' }, '/')).toThrow(/x\.yaml: the file cannot be read/)
})

test('a configuration can state every fact of a model that lowering asks for', () => {
  const profile = {
    format: 'chat',
    pattern: 'local-*',
    effortWithTools: 'none',
    hostedTools: ['web-search'],
    instructionRole: 'system',
    maxTokensField: 'max_tokens',
  }
  const text = `
channels:
  - { name: local, format: chat, baseUrl: http://127.0.0.1:8000/v1, models: [local-1] }
profiles:
  - ${JSON.stringify(profile)}
`
  expect(parseConfig(text, 'interlingua.yaml').profiles).toEqual([profile])
  expect(errorOf(text.replace('effortWithTools', 'effortWithTool'))).toContain('effortWithTool')
})
