import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PriceLineOptions } from '@interlingua/access'
import { dropAbsent } from '@interlingua/adapter-kit'
import { isJsonObject } from '@interlingua/core'
import * as z from 'zod'

/** Prices in units of the currency for a million tokens. */
export interface CataloguePrice {
  readonly input: number
  readonly output: number
  /** Absent: `input`. */
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly cacheWrite1h?: number
  /** Prices for requests with more input tokens than `above`, the smallest first. Absent: one price for all. */
  readonly tiers?: readonly (Omit<CataloguePrice, 'tiers'> & { readonly above: number })[]
}

/** Keys of a price, without those for long requests. */
export const priceKeys = ['input', 'output', 'cacheRead', 'cacheWrite', 'cacheWrite1h'] as const satisfies readonly (keyof CataloguePrice)[]

/** Facts about a model. Each is unknown where it is absent. */
export interface ModelFacts {
  /** Tokens of the context, and of the longest answer. */
  readonly context?: number
  readonly maxOutput?: number
  /** Media that it takes: `image`, `audio`, `video`, `document`. */
  readonly media?: readonly string[]
  /** True if it calls tools, if it reasons, and if its output can be held to a schema. */
  readonly tools?: true
  readonly reasoning?: true
  readonly schema?: true
}

export interface CatalogueModel extends CataloguePrice, ModelFacts {}

/** Prices and facts of models, as of a date. */
export interface Catalogue {
  readonly version: 1
  readonly date: string
  readonly currency: 'USD'
  readonly sources: readonly {
    readonly name: string
    readonly version: string
    readonly licence: string
    readonly url: string
    readonly sha256?: string
  }[]
  /** SHA-256 of `providers` as JSON. */
  readonly sha256: string
  readonly providers: Readonly<
    Record<string, { readonly hosts: readonly string[]; readonly models: Readonly<Record<string, CatalogueModel>> }>
  >
}

const price = z.number().nonnegative()
const prices = {
  input: price,
  output: price,
  cacheRead: price.exactOptional(),
  cacheWrite: price.exactOptional(),
  cacheWrite1h: price.exactOptional(),
}
const modelSchema = z.strictObject({
  ...prices,
  tiers: z.array(z.strictObject({ ...prices, above: z.number().positive() })).exactOptional(),
  context: z.int().positive().exactOptional(),
  maxOutput: z.int().positive().exactOptional(),
  media: z.array(z.string()).exactOptional(),
  tools: z.literal(true).exactOptional(),
  reasoning: z.literal(true).exactOptional(),
  schema: z.literal(true).exactOptional(),
})
const catalogueSchema: z.ZodType<Catalogue> = z.strictObject({
  version: z.literal(1),
  date: z.iso.date(),
  currency: z.literal('USD'),
  sources: z.array(
    z.strictObject({ name: z.string(), version: z.string(), licence: z.string(), url: z.string(), sha256: z.string().exactOptional() }),
  ),
  sha256: z.string(),
  providers: z.record(z.string(), z.strictObject({ hosts: z.array(z.string()), models: z.record(z.string(), modelSchema) })),
})

/** Name of a newer catalogue in the folder of the state. */
export const catalogueFile = 'catalogue.json'

/** Catalogue of this release, beside this module both in the sources and in the bundle. */
export const ownCatalogue: string = fileURLToPath(new URL('catalogue.json', import.meta.url))

/** Reads the text of a catalogue, or says why it is none. */
export function parseCatalogue(text: string): Catalogue | { readonly problem: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'it is no JSON' }
  }
  if (!isJsonObject(value) || value['version'] !== 1 || !isJsonObject(value['providers']) || typeof value['date'] !== 'string')
    return { problem: 'it is no catalogue of version 1' }
  if (value['currency'] !== 'USD') return { problem: 'its currency is not USD' }
  if (value['sha256'] !== hash('sha256', JSON.stringify(value['providers'])))
    return { problem: 'its hash does not fit: it was changed or cut off' }
  const read = catalogueSchema.safeParse(value)
  if (read.success) return read.data
  const path = read.error.issues[0]?.path ?? []
  // Below `providers`: the provider, `models`, the id of a model, and its price.
  if (path.length > 3) return { problem: `${String(path[1])}/${String(path[3])} has no price that is a number` }
  return { problem: `${path.join('.')} is not as a catalogue has it` }
}

/** Reads the catalogue in use: a newer one in the folder of the state, else that of this release. */
export function readCatalogue(
  data: string | undefined,
  release: string = ownCatalogue,
): {
  readonly catalogue: Catalogue
  readonly file: string
  readonly warning?: string
} {
  const own = parseCatalogue(readFileSync(release, 'utf8'))
  if ('problem' in own) throw new Error(`The catalogue of this release cannot be used: ${own.problem}.`)
  const file = data === undefined ? undefined : join(data, catalogueFile)
  if (file === undefined || !existsSync(file)) return { catalogue: own, file: release }
  const newer = readNewer(file)
  if ('problem' in newer)
    return { catalogue: own, file: release, warning: `${file}: ${newer.problem}; the catalogue of this release is used` }
  // A release that is newer than the file has newer prices.
  return newer.date >= own.date ? { catalogue: newer, file } : { catalogue: own, file: release }
}

function readNewer(file: string): ReturnType<typeof parseCatalogue> {
  try {
    return parseCatalogue(readFileSync(file, 'utf8'))
  } catch (error) {
    return { problem: `it cannot be read: ${messageOf(error)}` }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Finds a model of the provider behind an address. Exact ids and dated ones count, and no patterns: a guess is no price. */
export function findInCatalogue({ providers }: Catalogue, baseUrl: string, model: string): CatalogueModel | undefined {
  const host = URL.parse(baseUrl)?.hostname ?? ''
  const provider = Object.values(providers).find(({ hosts }) =>
    hosts.some((end) => (end.startsWith('.') ? host.endsWith(end) : host === end)),
  )
  if (provider === undefined) return undefined
  const id = model.replace(/^models\//, '')
  for (const each of [id, id.replace(/[-@](?:20\d{6}|20\d{2}-\d{2}-\d{2}|latest|\d{3})$/, '')])
    if (Object.hasOwn(provider.models, each)) return provider.models[each]
  return undefined
}

/** Model of the catalogue as a line of a price table. */
function priceLineOf(model: string, { tiers, ...known }: CatalogueModel): PriceLineOptions {
  const { input, output, cacheRead, cacheWrite, cacheWrite1h } = known
  const price = dropAbsent({ input, output, cacheRead, cacheWrite, cacheWrite1h })
  return { model, ...writesByTtl(price), ...(tiers && { tiers: tiers.map((tier) => ({ ...writesByTtl(tier) })) }) }
}

function writesByTtl<Price extends Omit<CataloguePrice, 'tiers'>>({
  cacheWrite,
  cacheWrite1h,
  ...price
}: Price): Omit<Price, 'cacheWrite' | 'cacheWrite1h'> & { readonly cacheWrite?: Readonly<Record<string, number>> } {
  if (cacheWrite === undefined) return price
  return { ...price, cacheWrite: { '5m': cacheWrite, ...(cacheWrite1h !== undefined && { '1h': cacheWrite1h }) } }
}

/**
 * Creates a finder of models by a channel and an id, for prices and facts that the configuration leaves open. The catalogue is read at the first search, since a start needs none.
 * One that cannot be read leaves both unknown and is reported once: no answer and no task may fail for it.
 */
export function createCatalogueFinder(
  channels: readonly { readonly name: string; readonly baseUrl: string }[],
  data: string | undefined,
  report: (problem: string) => void,
  release: string = ownCatalogue,
): (channel: string, model: string) => CatalogueModel | undefined {
  let catalogue: Catalogue | undefined
  let unreadable = false

  function open(): Catalogue | undefined {
    try {
      const { catalogue: read, warning } = readCatalogue(data, release)
      if (warning !== undefined) report(warning)
      return read
    } catch (error) {
      unreadable = true
      report(`the catalogue of models cannot be read, so that prices are unknown: ${messageOf(error)}`)
      return undefined
    }
  }

  return (channel, model) => {
    const baseUrl = channels.find(({ name }) => name === channel)?.baseUrl
    if (baseUrl === undefined || unreadable) return undefined
    catalogue ??= open()
    if (catalogue === undefined) return undefined
    return findInCatalogue(catalogue, baseUrl, model)
  }
}

/** Finder of prices over one of models. */
export function createPriceFinder(
  find: (channel: string, model: string) => CatalogueModel | undefined,
): (channel: string, model: string) => PriceLineOptions | undefined {
  return (channel, model) => {
    const found = find(channel, model)
    return found && priceLineOf(model, found)
  }
}
