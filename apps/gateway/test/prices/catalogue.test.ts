import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hash } from 'node:crypto'
import { join } from 'node:path'
import { createPriceTable } from '@interlingua/access'
import { afterEach, expect, test } from 'vitest'
import {
  type Catalogue,
  type CatalogueModel,
  createCatalogueFinder,
  createPriceFinder,
  findInCatalogue,
  ownCatalogue,
  parseCatalogue,
  readCatalogue,
} from '../../src/catalogue/catalogue.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { startGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'

const own = readCatalogue(undefined).catalogue
const saved = { ...process.env }
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in saved)) delete process.env[name]
  Object.assign(process.env, saved)
})

const openai = 'https://api.openai.com/v1'
const anthropic = 'https://api.anthropic.com'

test('the catalogue is dated, has its sources with licences, and no price that is 0 but for free models', () => {
  expect(own.date).toMatch(/^20\d\d-\d\d-\d\d$/)
  expect(own.sources).toEqual([
    expect.objectContaining({ name: '@pydantic/genai-prices', licence: 'MIT' }),
    expect.objectContaining({ name: 'litellm', licence: 'MIT', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown }),
  ])
  expect(readFileSync(new URL('../../src/catalogue/facts-licence.txt', import.meta.url), 'utf8')).toMatch(
    /LiteLLM[^]*MIT License[^]*Copyright/,
  )
  for (const { models } of Object.values(own.providers))
    for (const [id, { input, output }] of Object.entries(models)) if (input === 0 && output === 0) expect(id).toMatch(/:free$/)
  expect(Object.keys(own.providers['openrouter']?.models ?? {}).length).toBeGreaterThan(300)
})

test.each([
  [openai, 'gpt-5', 1.25],
  [openai, 'gpt-5-2025-08-07', 1.25],
  [anthropic, 'claude-sonnet-4-5-20250929', 3],
  [`${anthropic}/v1`, 'claude-sonnet-4-5', 3],
  ['https://generativelanguage.googleapis.com', 'models/gemini-2.5-pro', 1.25],
])('%s has a price for %s', (url, model, input) => {
  expect(findInCatalogue(own, url, model)?.input).toBe(input)
})

test.each([
  [openai, 'gpt-5-made-up'],
  [anthropic, 'claude-sonnet-5-5'],
  [openai, 'gpt-5.6-unheard'],
  [openai, 'ft:gpt-5:me'],
  [openai, 'toString'],
  ['http://127.0.0.1:8000/v1', 'gpt-5'],
  ['https://api.openai.com.evil.example', 'gpt-5'],
  ['https://evilapi.openai.com.example', 'gpt-5'],
  ['no address', 'gpt-5'],
])('%s has no price for %s, not even 0', (url, model) => {
  expect(findInCatalogue(own, url, model)).toBeUndefined()
})

const channels = [
  { name: 'openai', baseUrl: openai },
  { name: 'claude', baseUrl: anthropic },
  { name: 'google', baseUrl: 'https://generativelanguage.googleapis.com' },
  { name: 'local', baseUrl: 'http://127.0.0.1:8000/v1' },
]
const usage = (
  input: number,
  output: number,
): { readonly input: { readonly total: number }; readonly output: { readonly total: number } } => ({
  input: { total: input },
  output: { total: output },
})

function fail(problem: string): never {
  throw new Error(problem)
}

test('a catalogue that cannot be read fails no answer: prices are unknown, or those of the release, and the log says why once', () => {
  const data = tempFolder('catalogue')
  mkdirSync(join(data, 'catalogue.json'))
  const problems: string[] = []
  const newer = createCatalogueFinder(channels, data, (problem) => problems.push(problem))
  expect([newer('openai', 'gpt-5')?.input, newer('openai', 'gpt-5-mini')?.input]).toEqual([1.25, 0.25])
  expect(problems).toEqual([expect.stringMatching(/catalogue\.json: it cannot be read: EISDIR.*; the catalogue of this release is used$/)])

  const none = createCatalogueFinder(channels, undefined, (problem) => problems.push(problem), join(data, 'nowhere.json'))
  expect([none('openai', 'gpt-5'), none('openai', 'gpt-5')]).toEqual([undefined, undefined])
  expect(problems.slice(1)).toEqual([expect.stringMatching(/^the catalogue of models cannot be read, so that prices are unknown: ENOENT/)])
})

test('the catalogue knows limits and media of models by their exact ids, and what it does not know is absent', () => {
  const find = createCatalogueFinder(channels, undefined, fail)
  expect(find('openai', 'gpt-5')).toMatchObject({
    context: 400_000,
    maxOutput: 128_000,
    media: ['image', 'document'],
    tools: true,
    reasoning: true,
  })
  expect(find('claude', 'claude-sonnet-4-5')).toMatchObject({ context: 200_000, maxOutput: 64_000 })
  for (const { models } of Object.values(own.providers))
    for (const [id, { context = 1, maxOutput = 1, media = ['image'] }] of Object.entries(models))
      expect([id, context > 0 && maxOutput > 0 && media.length > 0]).toEqual([id, true])
  expect(find('openai', 'gpt-3.5-turbo')).not.toHaveProperty('media')
  expect(find('openai', 'no-such-model')).toBeUndefined()
})

test('a list of models has the limits and media of the catalogue where the configuration and the upstream are silent', async () => {
  const line = {
    name: 'openai',
    format: 'chat',
    baseUrl: 'https://api.openai.com/v1',
    apiKey: 'none',
    proxy: 'http://127.0.0.1:9',
  } as const
  const models = ['gpt-audio', { name: 'mine', upstream: 'gpt-audio', contextLength: 1000 }, 'no-such-model']
  const { url } = await startGateway({ channels: [{ ...line, models }] })
  const { url: without } = await startGateway({ catalogue: false, channels: [{ ...line, models }] })
  const listed = async (at: string, id: string): Promise<unknown> =>
    (await fetch(`${at}/v1beta/models/${id}`, { headers: { 'x-goog-api-key': 'any' } })).json()
  expect(await listed(url, 'gpt-audio')).toMatchObject({ inputTokenLimit: 128_000, outputTokenLimit: 16_384 })
  expect(await listed(url, 'mine')).toMatchObject({ inputTokenLimit: 1000, outputTokenLimit: 16_384 })
  for (const [at, id] of [
    [url, 'no-such-model'],
    [without, 'gpt-audio'],
  ] as const)
    expect(await listed(at, id)).not.toHaveProperty('outputTokenLimit')
})

test('a model without a line has the price of the catalogue, and a line of the file wins', () => {
  const fallback = createPriceFinder(createCatalogueFinder(channels, undefined, fail))
  const table = createPriceTable({ models: [{ model: 'gpt-5', channel: 'openai', input: 7, output: 7 }], fallback })
  expect(table.costOf(usage(1_000_000, 0), 'openai', 'gpt-5')).toBe(7_000_000)
  expect(table.costOf(usage(1_000_000, 0), 'openai', 'gpt-5-mini')).toBe(250_000)
  expect(table.costOf(usage(1_000_000, 0), 'local', 'gpt-5-mini')).toBeUndefined()
  expect(table.costOf(usage(1_000_000, 0), 'nowhere', 'gpt-5-mini')).toBeUndefined()
})

test('long requests and cached tokens have prices of their own', () => {
  const table = createPriceTable({ models: [], fallback: createPriceFinder(createCatalogueFinder(channels, undefined, fail)) })
  // 1.25 and 10 up to 200,000 tokens of input, 2.5 and 15 beyond.
  expect(table.costOf(usage(200_000, 1_000), 'google', 'gemini-2.5-pro')).toBe(250_000 + 10_000)
  expect(table.costOf(usage(200_001, 1_000), 'google', 'gemini-2.5-pro')).toBe(500_003 + 15_000)
  const cached = {
    input: { total: 300, fresh: 100, cacheRead: 100, cacheWrite: 100, cacheWriteByTtl: { '1h': 100 } },
    output: { total: 0 },
  }
  expect(table.costOf(cached, 'claude', 'claude-sonnet-4-5')).toBe(300 + 30 + 600)
})

/** Text of a catalogue that differs from the own one. */
function changedCatalogue(date: string, change: (models: Record<string, CatalogueModel>) => void): string {
  const copy = structuredClone(own) as { -readonly [Key in keyof Catalogue]: Catalogue[Key] }
  change(copy.providers['openai']?.models as Record<string, CatalogueModel>)
  return JSON.stringify({ ...copy, date, sha256: hash('sha256', JSON.stringify(copy.providers)) })
}

test('a catalogue that was changed by hand, cut off or is none is refused in words', () => {
  const text = readFileSync(ownCatalogue, 'utf8')
  expect(parseCatalogue(text)).toEqual(own)
  expect(parseCatalogue(text.replace('"input": 1.25', '"input": 0.01'))).toEqual({
    problem: expect.stringContaining('hash does not fit') as unknown,
  })
  expect(parseCatalogue(text.slice(0, 900))).toEqual({ problem: 'it is no JSON' })
  expect(parseCatalogue('{"version":2}')).toEqual({ problem: 'it is no catalogue of version 1' })
  const unpriced = changedCatalogue('2027-01-01', (models) => (models['gpt-5'] = {} as CatalogueModel))
  expect(parseCatalogue(unpriced)).toEqual({ problem: 'openai/gpt-5 has no price that is a number' })
  // A hash says that nothing was changed since it was made, and nothing of what was hashed.
  const hashed = (providers: unknown): string => JSON.stringify({ ...own, providers, sha256: hash('sha256', JSON.stringify(providers)) })
  expect(parseCatalogue(hashed({ openai: null }))).toEqual({ problem: 'providers.openai is not as a catalogue has it' })
  expect(parseCatalogue(hashed({ openai: { models: {} } }))).toEqual({ problem: 'providers.openai.hosts is not as a catalogue has it' })
  expect(parseCatalogue(hashed({ openai: { hosts: [], models: { 'gpt-5': { input: 1, output: 1, tiers: [{}] } } } }))).toEqual({
    problem: 'openai/gpt-5 has no price that is a number',
  })
})

interface Place {
  readonly folder: string
  readonly run: (...argv: readonly string[]) => Promise<{ readonly code: number; readonly out: string; readonly err: string }>
}

function openPlace(config: object): Place {
  const folder = tempFolder('prices')
  writeFileSync(join(folder, 'interlingua.yaml'), JSON.stringify(config))
  return {
    folder,
    async run(...argv) {
      process.env['INTERLINGUA_CONFIG'] = join(folder, 'interlingua.yaml')
      process.env['INTERLINGUA_DATA'] = join(folder, 'data')
      const [out, err]: [string[], string[]] = [[], []]
      const code = await runCli(argv, { out: (text) => void out.push(text), err: (text) => void err.push(text) })
      process.exitCode = 0
      return { code, out: out.join(''), err: err.join('') }
    },
  }
}

const config = {
  channels: [
    { name: 'openai', format: 'chat', baseUrl: openai, models: ['gpt-5', { name: 'fast', upstream: 'gpt-5-mini' }, 'gpt-none'] },
    { name: 'local', format: 'chat', baseUrl: 'http://127.0.0.1:8000/v1', models: ['gpt-5'] },
  ],
  prices: { models: [{ model: 'gpt-none', input: 1, output: 2 }] },
}

test('prices show says where each price comes from', async () => {
  const { run } = openPlace(config)
  const { code, out, err } = await run('prices', 'show')
  expect({ code, out }).toEqual({
    code: 0,
    out: [
      'openai/gpt-5: input 1.25, output 10, cached 0.125, context 400000',
      'openai/gpt-5-mini: input 0.25, output 2, cached 0.025, context 400000',
      'openai/gpt-none: input 1, output 2   (prices in the file)',
      'local/gpt-5: unknown',
      '',
    ].join('\n'),
  })
  expect(err).toContain(`Catalogue of ${own.date}`)
  expect(JSON.parse((await run('prices', 'show', 'gpt-5', '--channel', 'local', '--json')).out)).toMatchObject({
    prices: [{ channel: 'local', model: 'gpt-5', source: 'unknown' }],
  })
  expect(await run('prices', 'show', '--channel', 'nope')).toMatchObject({ code: 1, err: 'error: there is no channel nope\n' })
})

test('prices update shows a difference, writes it only when asked, and then it holds', async () => {
  const { run, folder } = openPlace(config)
  const file = join(folder, 'new.json')
  const text = changedCatalogue('2027-01-01', (models) => {
    models['gpt-5'] = { ...models['gpt-5'], input: 1.1, output: 10 }
    models['gpt-99'] = { input: 1, output: 2 }
    delete models['gpt-4']
  })
  writeFileSync(file, text)
  const shown = await run('prices', 'update', file)
  expect(shown).toMatchObject({ code: 0, err: expect.stringContaining('--write') as unknown })
  expect(shown.out).toContain('~ openai/gpt-5: input 1.25 → 1.1\n')
  expect(shown.out).toContain('+ openai/gpt-99: input 1, output 2\n')
  expect(shown.out).toContain('- openai/gpt-4: ')
  expect(shown.out).toContain(`${own.date} → 2027-01-01: 1 changed, 1 new, 1 gone\n`)
  expect((await run('prices', 'show', 'gpt-5')).out).toContain('input 1.25')
  expect((await run('prices', 'update', file, '--write')).code).toBe(0)
  expect((await run('prices', 'show', 'gpt-5')).out).toContain('openai/gpt-5: input 1.1')
  // A file that was damaged afterwards is passed over, and said.
  writeFileSync(join(folder, 'data/catalogue.json'), text.slice(0, 100))
  const damaged = await run('prices', 'show', 'gpt-5')
  expect(damaged.out).toContain('input 1.25')
  expect(damaged.err).toContain('it is no JSON; the catalogue of this release is used')
})

test('a jump of a price, a price of 0 and an older catalogue need a decision', async () => {
  const { run, folder } = openPlace(config)
  const file = join(folder, 'new.json')
  writeFileSync(
    file,
    changedCatalogue('2027-01-01', (models) => {
      models['gpt-5'] = { ...models['gpt-5'], input: 5, output: 10 }
      models['gpt-5-mini'] = { ...models['gpt-5-mini'], input: 0, output: 2 }
    }),
  )
  const { code, err } = await run('prices', 'update', file, '--write')
  expect(code).toBe(1)
  expect(err).toContain('openai/gpt-5: input would be over three times as high')
  expect(err).toContain('openai/gpt-5-mini: input would be 0')
  expect((await run('prices', 'update', file, '--write', '--force')).code).toBe(0)
  writeFileSync(
    file,
    changedCatalogue('2020-01-01', () => {}),
  )
  expect(await run('prices', 'update', file, '--write')).toMatchObject({ code: 1, err: expect.stringContaining('older') as unknown })
})

test.each([
  ['missing.json', 'the file cannot be read'],
  ['http://prices.example/catalogue.json', 'write https://'],
  ['http://127.0.0.1:9/catalogue.json', 'it cannot be fetched'],
])('prices update of %s says why not', async (source, message) => {
  const { run } = openPlace(config)
  expect(await run('prices', 'update', source)).toMatchObject({ code: 1, err: expect.stringContaining(message) as unknown })
})
