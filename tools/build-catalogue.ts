// `node tools/build-catalogue.ts --date 2026-11-26 [--facts model_prices_and_context_window_backup.json 1.110.2]`: makes the catalogue of models of
// the prices that @pydantic/genai-prices (MIT) knows, and of the facts of LiteLLM's wheel (MIT), or of the earlier catalogue; `--check` compares.
import { hash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  type ConditionalPrice,
  findProvider,
  type MatchLogic,
  type ModelInfo,
  type ModelPrice,
  type TieredPrices,
} from '@pydantic/genai-prices'
import { dropAbsent } from '../packages/adapter-kit/src/drop-absent.ts'
import type { Catalogue, CatalogueModel, CataloguePrice, ModelFacts } from '../apps/gateway/src/catalogue/catalogue.ts'
import { type FactSource, factsOfCatalogue, readFacts } from './model-facts.ts'
import { root } from './workspace.ts'

const target = join(root, 'apps/gateway/src/catalogue/catalogue.json')

/** Providers that channels reach, by their ids at the source, with the ends of their hosts. */
const hosts: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['api.anthropic.com'],
  openai: ['api.openai.com'],
  google: ['generativelanguage.googleapis.com', '.aiplatform.googleapis.com'],
  azure: ['.openai.azure.com', '.cognitiveservices.azure.com'],
  deepseek: ['api.deepseek.com'],
  mistral: ['api.mistral.ai'],
  groq: ['api.groq.com'],
  'x-ai': ['api.x.ai'],
  together: ['api.together.xyz'],
  fireworks: ['api.fireworks.ai'],
  cerebras: ['api.cerebras.ai'],
  moonshotai: ['api.moonshot.ai'],
  perplexity: ['api.perplexity.ai'],
  zai: ['api.z.ai'],
  minimax: ['api.minimax.io'],
  openrouter: ['openrouter.ai'],
}

/** Makes the catalogue as of a date. */
export function buildCatalogue(date: string, facts: FactSource | undefined): Catalogue {
  const providers = Object.entries(hosts).map(([id, ends]) => {
    const models = (findProvider({ providerId: id })?.models ?? []).flatMap((model) =>
      modelOf(model, date, (each) => facts?.find(id, each)),
    )
    return [id, { hosts: ends, models: Object.fromEntries(models.toSorted(([a], [b]) => (a < b ? -1 : 1))) }] as const
  })
  const all = Object.fromEntries(providers)
  return {
    version: 1,
    date,
    currency: 'USD',
    sources: [
      { name: '@pydantic/genai-prices', version: sourceVersion(), licence: 'MIT', url: 'https://github.com/pydantic/genai-prices' },
      ...(facts === undefined ? [] : [facts.source]),
    ],
    sha256: hash('sha256', JSON.stringify(all)),
    providers: all,
  }
}

function sourceVersion(): string {
  const main = createRequire(import.meta.url).resolve('@pydantic/genai-prices')
  return (JSON.parse(readFileSync(join(dirname(main), '../package.json'), 'utf8')) as { version: string }).version // a manifest
}

/** Entries of a model: one for each literal id by which the source knows it. */
function modelOf(
  { id, match, context_window: context, prices }: ModelInfo,
  date: string,
  factsOf: (id: string) => ModelFacts | undefined,
): readonly (readonly [string, CatalogueModel])[] {
  const price = priceOf(current(prices, date))
  if (price === undefined || (price.input === 0 && price.output === 0 && !id.endsWith(':free'))) return []
  const ids = new Set([id, ...literals(match)].filter((each) => /^[\w./:@-]+$/.test(each)))
  return [...ids].map((each) => [each, { ...price, ...inOrder({ ...factsOf(each), ...(context !== undefined && { context }) }) }] as const)
}

/** Facts in one order, since the hash of the catalogue is that of its text. */
function inOrder({ context, maxOutput, media, tools, reasoning, schema }: ModelFacts): ModelFacts {
  return dropAbsent({ context, maxOutput, media, tools, reasoning, schema })
}

/** Ids that a rule names whole. Its patterns are left out: a guess is no price. */
function literals(match: MatchLogic): readonly string[] {
  if ('or' in match) return match.or.flatMap(literals)
  return 'equals' in match ? [match.equals] : []
}

/** Prices that count on a date, at the hour without a discount. */
function current(prices: ModelInfo['prices'], date: string): ModelPrice {
  if (!Array.isArray(prices)) return prices
  const begun = prices.filter(
    ({ constraint }: ConditionalPrice) => constraint === undefined || (constraint.type === 'start_date' && constraint.start_date <= date),
  )
  return begun.at(-1)?.prices ?? {}
}

const names = {
  input: 'input_mtok',
  output: 'output_mtok',
  cacheRead: 'cache_read_mtok',
  cacheWrite: 'cache_write_mtok',
  cacheWrite1h: 'cache_write_1h_mtok',
} as const

function priceOf(prices: ModelPrice): CataloguePrice | undefined {
  const base = pick(prices, (price) => (isTiered(price) ? price.base : price))
  if (base.input === undefined || base.output === undefined) return undefined
  const starts = Object.values(names).flatMap((name) => {
    const price = prices[name]
    return isTiered(price) ? price.tiers.map(({ start }) => start) : []
  })
  const tiers = [...new Set(starts)]
    .toSorted((a, b) => a - b)
    .map((above) => {
      const tier = pick(prices, (price) =>
        isTiered(price) ? (price.tiers.findLast(({ start }) => start <= above)?.price ?? price.base) : price,
      )
      return { above, ...tier }
    })
  return { ...base, input: base.input, output: base.output, ...(tiers.length > 0 && { tiers: tiers as CataloguePrice['tiers'] & object }) } // each tier has what the base has
}

function isTiered(price: number | TieredPrices | undefined): price is TieredPrices {
  return typeof price === 'object'
}

function pick(
  prices: ModelPrice,
  read: (price: number | TieredPrices | undefined) => number | undefined,
): Partial<Record<keyof typeof names, number>> {
  const found = Object.entries(names).map(([key, name]) => [key, read(prices[name])] as const)
  return Object.fromEntries(found.filter(([, price]) => price !== undefined))
}

if (import.meta.main) {
  const old = existsSync(target) ? (JSON.parse(readFileSync(target, 'utf8')) as Catalogue) : undefined // written by this program
  const check = process.argv.includes('--check')
  const date = check ? old?.date : process.argv[process.argv.indexOf('--date') + 1]
  if (date === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Error('give the date: --date 2026-11-26')
  const at = process.argv.indexOf('--facts')
  const [file = '', version = ''] = at < 0 ? [] : process.argv.slice(at + 1)
  const made = buildCatalogue(date, at < 0 ? old && factsOfCatalogue(old) : readFacts(file, version))
  if (!check) writeFileSync(target, `${JSON.stringify(made, undefined, 2)}\n`)
  else if (!isDeepStrictEqual(JSON.parse(JSON.stringify(made)), old)) {
    console.error(
      'apps/gateway/src/catalogue/catalogue.json is not what its source says: node tools/build-catalogue.ts --date …, then oxfmt',
    )
    process.exitCode = 1
  }
}
