import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { importLitellm } from '../../src/cli/import/litellm/import-litellm.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import type { ReportLine } from '../../src/cli/import/litellm/leaves.ts'
import { tempFolder } from '../temp-folder.ts'

const sources = globSync(join(import.meta.dirname, 'litellm/*.yaml')).toSorted()
const variables = sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/os\.environ\/(\w+)/g)].map(([, name]) => name ?? ''))
const saved = { ...process.env }

beforeAll(() => {
  for (const name of [...variables, 'GEMINI_API_KEY', 'DEEPSEEK_API_KEY', 'AZURE_API_KEY']) process.env[name] = 'key-of-a-test'
  process.env['IMPORT_BASE'] = 'https://models.example/v1'
  for (const name of ['IMPORT_BASE_ABSENT', 'DATABASE_URL', 'REDIS_HOST']) delete process.env[name]
  process.env['INTERLINGUA_DATA'] = tempFolder('import-data')
})
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in saved)) delete process.env[name]
  Object.assign(process.env, saved)
})

interface Result {
  readonly code: number
  readonly out: string
  readonly err: string
  /** New file, as text and as a value. */
  readonly yaml: string
  readonly config: Readonly<Record<string, unknown>>
  readonly lines: readonly ReportLine[]
  readonly folder: string
}

async function cli(...argv: readonly string[]): Promise<Pick<Result, 'code' | 'out' | 'err'>> {
  const [out, err]: [string[], string[]] = [[], []]
  process.exitCode = 0
  const code = await runCli(argv, { out: (text) => void out.push(text), err: (text) => void err.push(text) })
  process.exitCode = 0
  return { code, out: out.join(''), err: err.join('') }
}

async function imported(name: string, ...more: readonly string[]): Promise<Result> {
  const folder = tempFolder('import')
  const target = join(folder, 'interlingua.yaml')
  const file = join(import.meta.dirname, `litellm/${name}.yaml`)
  const result = await cli('import', 'litellm', file, '--out', target, '--report', join(folder, 'report.json'), ...more)
  const yaml = existsSync(target) ? readFileSync(target, 'utf8') : ''
  const lines = existsSync(join(folder, 'report.json'))
    ? (JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as ReportLine[])
    : []
  return { ...result, yaml, config: (parse(yaml) ?? {}) as Result['config'], lines, folder }
}

/** Paths of all values that hold no others, found by another way than the importer's. */
function leavesOf(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value) && value.length > 0) return value.flatMap((each, index) => leavesOf(each, `${path}[${index}]`))
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, each]) => leavesOf(each, path === '' ? key : `${path}.${key}`))
  return [path]
}

test('there are at least twenty shapes', () => {
  expect(sources.length).toBeGreaterThanOrEqual(20)
})

test.each(sources.map((file) => basename(file, '.yaml')))(
  '%s: each value is in the report once, and the result passes the check',
  async (name) => {
    const { code, lines, yaml, out, err, folder } = await imported(name)
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('Wrote') as unknown })
    const text = readFileSync(join(import.meta.dirname, `litellm/${name}.yaml`), 'utf8')
    const leaves = leavesOf(parse(text, { merge: true }))
    expect(lines.map(({ source }) => source).toSorted()).toEqual(leaves.toSorted())
    for (const { source, line, message } of lines) {
      expect(message).not.toBe('')
      // The line is that of the key, or of the item.
      const key = /(\w+)(?:\[\d+\])*$/.exec(source)?.[1] ?? ''
      if (!/<<|- |\{|\[/.test(text.split('\n')[line - 1] ?? '')) expect(text.split('\n')[line - 1]).toContain(key)
    }
    // Neither the file nor the report shows a secret of the source.
    expect(
      [...text.matchAll(/\S*made-up\S*/g)]
        .map(([secret]) => secret)
        .filter((secret) => !secret.startsWith('org-') && (yaml + out + err).includes(secret)),
    ).toEqual([])
    const checked = await cli('check', join(folder, 'interlingua.yaml'))
    expect({ name, errors: checked.err.split('\n').filter((each) => / error: /.test(each)) }).toEqual({ name, errors: [] })
    expect(checked.code).toBe(0)
  },
)

const bare = { format: 'openai-chat', apiKeyEnv: 'OPENAI_API_KEY' }
const openai = { ...bare, baseUrl: 'https://api.openai.com/v1' }
const azure = { format: 'openai-chat', apiKeyEnv: 'AZURE_EU_KEY' }

test.each<readonly [string, Readonly<Record<string, unknown>>]>([
  ['one-model', { channels: [{ name: 'openai', ...openai, models: ['gpt-4o'] }] }],
  [
    'two-vendors',
    {
      channels: [
        { name: 'openai', ...openai, models: [{ name: 'fast', upstream: 'gpt-5-mini' }, 'gpt-5'] },
        {
          name: 'anthropic',
          format: 'anthropic',
          baseUrl: 'https://api.anthropic.com',
          apiKeyEnv: 'ANTHROPIC_API_KEY',
          models: [{ name: 'claude', upstream: 'claude-sonnet-4-5' }],
        },
      ],
    },
  ],
  [
    'balanced-azure',
    {
      channels: [
        {
          ...azure,
          name: 'azure',
          baseUrl: 'https://example-eu.openai.azure.com/openai/v1',
          models: [{ name: 'gpt-4', upstream: 'gpt-4-eu', weight: 900 }],
        },
        {
          ...azure,
          name: 'azure-2',
          apiKeyEnv: 'AZURE_US_KEY',
          baseUrl: 'https://example-us.openai.azure.com/openai/v1',
          models: [{ name: 'gpt-4', upstream: 'gpt-4-us', weight: 100 }],
        },
      ],
    },
  ],
  [
    'ollama',
    {
      channels: [
        {
          name: 'ollama',
          format: 'openai-chat',
          baseUrl: 'http://192.168.1.20:11434/v1',
          dialect: 'ollama',
          models: [{ name: 'llama3', upstream: 'llama3:8b' }],
        },
        { name: 'ollama_chat', format: 'openai-chat', baseUrl: 'http://127.0.0.1:11434/v1', dialect: 'ollama', models: ['mistral'] },
        {
          name: 'ollama-2',
          format: 'openai-chat',
          baseUrl: 'http://127.0.0.1:11434/v1',
          dialect: 'ollama',
          models: [{ name: 'nomic', upstream: 'nomic-embed-text' }],
        },
      ],
    },
  ],
  [
    'vllm',
    {
      channels: [
        {
          name: 'hosted_vllm',
          format: 'openai-chat',
          baseUrl: 'http://gpu-1:8000/v1',
          dialect: 'vllm',
          timeouts: { firstByte: 300, idle: 60 },
          models: [{ name: 'qwen3-32b', upstream: 'Qwen/Qwen3-32B' }],
          concurrency: 16,
        },
        {
          name: 'hosted_vllm-2',
          format: 'openai-chat',
          baseUrl: 'http://gpu-2:8000/v1',
          dialect: 'vllm',
          timeouts: { firstByte: 300 },
          models: [{ name: 'qwen3-32b', upstream: 'Qwen/Qwen3-32B' }],
        },
      ],
    },
  ],
  ['everything', { channels: [{ name: 'openai', ...openai, models: ['*'] }] }],
  [
    'fallbacks',
    {
      routes: [
        { match: 'main', fallbacks: ['spare'] },
        { match: 'old', to: 'spare' },
        { match: 'gpt-4', to: 'main' },
        { match: '*', fallbacks: ['spare'] },
      ],
      retry: { attempts: 2, backoff: 5 },
      circuitBreaker: { failures: 3, cooldown: 30 },
      timeouts: { firstByte: 60 },
    },
  ],
  ['strict-params', { policy: 'reject-dropped' }],
  ['prices', { prices: { models: [{ model: 'gpt-5', channel: 'openai', input: 1.25, output: 10, cacheRead: 0.125 }] } }],
  ['proxy-settings', { channels: [], demo: false, usage: { enabled: false } }],
  [
    'base-from-environment',
    {
      channels: [
        { name: 'openai', ...bare, baseUrlEnv: 'IMPORT_BASE', models: [{ name: 'there', upstream: 'gpt-5' }] },
        {
          name: 'openai-2',
          ...bare,
          baseUrlEnv: 'IMPORT_BASE_ABSENT',
          disabled: true,
          models: [{ name: 'absent', upstream: 'gpt-5' }],
        },
      ],
    },
  ],
  [
    'model-options',
    { channels: [{ name: 'openai', models: [{ name: 'thinker', upstream: 'o4-mini', defaults: { reasoningEffort: 'high' } }] }] },
  ],
])('%s becomes what it says', async (name, wanted) => {
  expect((await imported(name)).config).toMatchObject(wanted)
})

test.each<readonly [string, string, ReportLine['status'], string]>([
  ['secrets-in-file', 'model_list[0].litellm_params.api_key', 'changed', 'a secret stood in the file'],
  ['secrets-in-file', 'general_settings.master_key', 'manual', 'interlingua key create'],
  ['redis-router', 'router_settings.routing_strategy', 'unmapped', 'no other strategy'],
  ['redis-router', 'router_settings.redis_password', 'manual', 'REDIS_URL'],
  ['clouds', 'model_list[0].litellm_params.aws_secret_access_key', 'unmapped', 'signed requests'],
  ['clouds', 'model_list[3].litellm_params.model', 'unmapped', 'the provider unheard_of has no channel'],
  ['modes', 'model_list[2].litellm_params.model', 'unmapped', 'audio_transcription is not served'],
  ['wildcards', 'model_list[2].model_name', 'unmapped', 'two stars'],
  ['wildcards', 'model_list[0].model_name', 'changed', 'ask for anthropic/<model>'],
  ['tool-servers', 'something_new', 'unmapped', 'does not know this key'],
  ['tool-servers', 'model_list[0].litellm_params.tags[0]', 'unmapped', 'does not know this key'],
  ['model-options', 'model_list[0].litellm_params.reasoning_effort', 'mapped', 'requests that have none'],
  ['model-options', 'model_list[0].litellm_params.extra_body.metadata.team', 'unmapped', 'clients send it'],
  ['base-from-environment', 'model_list[1].litellm_params.api_base', 'manual', 'set it, and remove disabled'],
  ['callbacks', 'litellm_settings.callbacks[0]', 'same', '/metrics'],
  ['callbacks', 'litellm_settings.callbacks[2]', 'unmapped', 'no callbacks'],
  ['prices', 'model_list[1].litellm_params.input_cost_per_token', 'unmapped', 'needs input_cost_per_token and output_cost_per_token'],
  ['strict-params', 'litellm_settings.num_retries', 'unmapped', 'does not know'],
  ['misplaced-keys', 'model_list[1].rpm', 'unmapped', 'outside of litellm_params'],
  ['anchors', 'shared.timeout', 'unmapped', 'does not know'],
])('%s: %s is %s', async (name, source, status, message) => {
  const { lines } = await imported(name)
  expect(lines.find((line) => line.source === source)).toMatchObject({ status, message: expect.stringContaining(message) as unknown })
})

test('a header that is no text is left out by its name, and not sent as another text', () => {
  const source = [
    'model_list:',
    '  - model_name: one',
    '    litellm_params:',
    '      model: openai/gpt-5',
    '      extra_headers: { x-team: blue, x-number: 7, x-map: { inner: 1 }, x-list: [1], x-none: null }',
  ].join('\n')
  const imported = importLitellm(source, (channel) => channel)
  if ('problem' in imported) throw new Error(imported.problem)
  expect(parse(imported.yaml)).toMatchObject({ channels: [{ headers: { 'x-team': 'blue', 'x-number': '7' } }] })
  expect(imported.yaml).not.toContain('[object Object]')
  const statuses = Object.fromEntries(imported.lines.map(({ source: name, status }) => [name.split('extra_headers.')[1] ?? '', status]))
  expect(statuses).toMatchObject({
    'x-team': 'mapped',
    'x-number': 'mapped',
    'x-map.inner': 'unmapped',
    'x-list[0]': 'unmapped',
    'x-none': 'unmapped',
  })
})

test('secrets of the source go to files of the user alone', async () => {
  const { config, folder } = await imported('secrets-in-file')
  const [channel] = config['channels'] as { apiKeyFile: string }[] // the table above checks the shape of channels
  expect(channel?.apiKeyFile).toBe(join(folder, 'interlingua-secrets/openai'))
  expect(readFileSync(channel?.apiKeyFile ?? '', 'utf8')).toBe('sk-made-up-0123456789')
  expect(statSync(channel?.apiKeyFile ?? '').mode & 0o777).toBe(0o600)
})

test('the report begins with what is to be done, names lines, and ends with a count', async () => {
  const { out } = await imported('secrets-in-file')
  expect(out).toMatch(/^To be done by hand:\n {2}\S+secrets-in-file\.yaml:11: general_settings\.master_key: /)
  expect(out).toMatch(/\n6 of 8 keys taken over, 2 to be done by hand, 0 not taken over\n$/)
})

test('with --strict a key that is not taken over is a failure', async () => {
  expect((await imported('clouds', '--strict')).code).toBe(1)
  expect((await imported('one-model', '--strict')).code).toBe(0)
})

test('a file that is there is replaced only by force', async () => {
  const folder = tempFolder('import')
  const target = join(folder, 'mine.yaml')
  writeFileSync(target, 'mine')
  const file = join(import.meta.dirname, 'litellm/one-model.yaml')
  expect(await cli('import', 'litellm', file, '-o', target)).toMatchObject({ code: 1, err: expect.stringContaining('--force') as unknown })
  expect(readFileSync(target, 'utf8')).toBe('mine')
  expect((await cli('import', 'litellm', file, '-o', target, '--force')).code).toBe(0)
})

test.each([
  ['model_list:\n  - a\nmodel_list: []\n', ':3:1: this key stands twice'],
  ['a: [1\n', ':2:1: '],
  ['- 1\n', ':1:1: this is no configuration of LiteLLM'],
])('a malformed source is told with its place: %j', async (text, message) => {
  const folder = tempFolder('import')
  writeFileSync(join(folder, 'config.yaml'), text)
  const { code, err } = await cli('import', 'litellm', join(folder, 'config.yaml'), '-o', join(folder, 'new.yaml'))
  expect(code).toBe(1)
  expect(err).toContain(`config.yaml${message}`)
  expect(existsSync(join(folder, 'new.yaml'))).toBe(false)
})
