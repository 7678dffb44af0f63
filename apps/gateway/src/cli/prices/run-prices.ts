import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dropAbsent } from '@interlingua/adapter-kit'
import { ConfigError, fitsPattern } from '@interlingua/gateway-kernel'
import { type Catalogue, catalogueFile, findInCatalogue, parseCatalogue, readCatalogue } from '../../catalogue/catalogue.ts'
import type { GatewayConfig } from '../../config/config-schema.ts'
import { readConfig } from '../../config/read-config.ts'
import type { Terminal } from '../terminal.ts'
import { diffCatalogues, type ModelDiff } from './diff-catalogues.ts'

export interface ShowOptions {
  readonly channel?: string
  readonly json?: true
}

interface ShownPrice {
  readonly channel: string
  readonly model: string
  /** Place of the price; `unknown` if there is none, which is not a price of 0. */
  readonly source: 'file' | 'catalogue' | 'unknown'
  readonly input?: number
  readonly output?: number
  readonly cacheRead?: number
  /** Tokens of the context. */
  readonly context?: number
}

/** Runs `interlingua prices show`. Returns the exit code. */
export function showPrices(asked: string | undefined, options: ShowOptions, terminal: Terminal): number {
  return withConfig(terminal, (config) => {
    const { catalogue, file, warning } = readCatalogue(config.dataDir)
    if (warning !== undefined) terminal.err(`${warning}\n`)
    const channels = config.channels.filter(({ name }) => options.channel === undefined || name === options.channel)
    if (channels.length === 0) {
      terminal.err(
        options.channel === undefined ? 'There are no channels: nothing has a price.\n' : `error: there is no channel ${options.channel}\n`,
      )
      return options.channel === undefined ? 0 : 1
    }
    const rows = channels.flatMap((channel) =>
      modelsOf(channel, asked, catalogue).map((model) => priceOf(config, catalogue, channel, model)),
    )
    if (options.json)
      terminal.out(`${JSON.stringify({ date: catalogue.date, currency: config.prices?.currency ?? 'USD', prices: rows }, undefined, 2)}\n`)
    else {
      for (const { channel, model, source, input, output, cacheRead, context } of rows)
        terminal.out(
          `${channel}/${model}: ${source === 'unknown' ? 'unknown' : `input ${input}, output ${output}${cacheRead === undefined ? '' : `, cached ${cacheRead}`}`}${context === undefined ? '' : `, context ${context}`}${source === 'file' ? '   (prices in the file)' : ''}\n`,
        )
      terminal.err(`${config.prices?.currency ?? 'USD'} for a million tokens. Catalogue of ${catalogue.date} (${file}).\n`)
    }
    return 0
  })
}

/** Ids to show of a channel: the asked one if the channel serves it, else all that it names or that its patterns stand for in the catalogue. */
function modelsOf(
  { models, baseUrl }: GatewayConfig['channels'][number],
  asked: string | undefined,
  catalogue: Catalogue,
): readonly string[] {
  const known = Object.values(catalogue.providers).flatMap(({ models }) => Object.keys(models))
  return [
    ...new Set(
      models.flatMap((entry) => {
        const [name, id] = typeof entry === 'string' ? [entry, entry] : [entry.name, entry.upstream ?? entry.name]
        if (asked !== undefined)
          return fitsPattern(name, asked) || name === asked ? [id.includes('*') || name.includes('*') ? asked : id] : []
        return id.includes('*')
          ? known.filter((each) => fitsPattern(id, each) && findInCatalogue(catalogue, baseUrl, each) !== undefined)
          : [id]
      }),
    ),
  ]
}

function priceOf(
  { prices, catalogue: used = true }: GatewayConfig,
  catalogue: Catalogue,
  { name, baseUrl }: GatewayConfig['channels'][number],
  model: string,
): ShownPrice {
  const found = findInCatalogue(catalogue, baseUrl, model)
  const context = dropAbsent({ context: found?.context, maxOutput: found?.maxOutput })
  const line = prices?.models.find((each) => (each.channel ?? name) === name && fitsPattern(each.model, model))
  const price = line ?? (used && (prices?.currency ?? 'USD') === 'USD' ? found : undefined)
  if (price === undefined) return { channel: name, model, source: 'unknown', ...context }
  const { input, output, cacheRead } = price
  return {
    channel: name,
    model,
    source: line === undefined ? 'catalogue' : 'file',
    input,
    output,
    ...(cacheRead !== undefined && { cacheRead }),
    ...context,
  }
}

export interface UpdateOptions {
  readonly write?: true
  readonly force?: true
  readonly json?: true
}

/** Runs `interlingua prices update`: compares a catalogue with the one in use, and with `write` takes it into use. Returns the exit code. */
export async function updatePrices(source: string, { write, force, json }: UpdateOptions, terminal: Terminal): Promise<number> {
  const { out, err } = terminal
  const text = await readText(source)
  if (typeof text !== 'string') {
    err(`error: ${source}: ${text.problem}\n`)
    return 1
  }
  const next = parseCatalogue(text)
  if ('problem' in next) {
    err(`error: ${source}: ${next.problem}\n`)
    return 1
  }
  return withConfig(terminal, ({ dataDir }) => {
    const { catalogue } = readCatalogue(dataDir)
    const diffs = diffCatalogues(catalogue, next)
    out(
      json
        ? `${JSON.stringify({ from: catalogue.date, to: next.date, models: diffs }, undefined, 2)}\n`
        : formatDiffs(diffs, catalogue, next),
    )
    if (!write) {
      err('Nothing was written: --write takes it into use.\n')
      return 0
    }
    if (next.date < catalogue.date && !force) {
      err(`error: the catalogue in use is of ${catalogue.date}, and this one is older; --force takes it all the same\n`)
      return 1
    }
    const suspicious = diffs.filter((diff) => diff.suspicious !== undefined)
    if (suspicious.length > 0 && !force) {
      for (const { model, suspicious: reason } of suspicious) err(`error: ${model}: ${reason}\n`)
      err('Nothing was written. If these prices are right, --force takes them.\n')
      return 1
    }
    if (dataDir === undefined) {
      err('error: without a folder for the state (dataDir) there is no place for it\n')
      return 1
    }
    const file = join(dataDir, catalogueFile)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
    err(`Wrote ${file}. A gateway takes it into use when it is started or reloaded; costs of the past stay.\n`)
    return 0
  })
}

/** Largest catalogue in bytes, and milliseconds for it. */
const mostBytes = 8 * 1024 * 1024
const longest = 30_000

async function readText(source: string): Promise<string | { readonly problem: string }> {
  if (!/^https?:\/\//.test(source)) {
    try {
      return readFileSync(source, 'utf8')
    } catch {
      return { problem: 'the file cannot be read' }
    }
  }
  if (!source.startsWith('https:') && !/^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])[:/]/.test(source))
    return { problem: 'write https://: prices that anybody on the way can change are none' }
  try {
    const answer = await fetch(source, { signal: AbortSignal.timeout(longest) })
    if (!answer.ok) return { problem: `it answered with status ${answer.status}` }
    const text = await answer.text()
    return text.length > mostBytes ? { problem: 'it is too large for a catalogue' } : text
  } catch (error) {
    return { problem: `it cannot be fetched (${error instanceof Error ? error.message : 'failed'})` }
  }
}

function formatDiffs(diffs: readonly ModelDiff[], old: Catalogue, next: Catalogue): string {
  const signs = { new: '+', gone: '-', changed: '~' }
  const rows = diffs.map(
    ({ model, kind, changes, suspicious }) =>
      `${signs[kind]} ${model}: ${changes.join(', ')}${suspicious === undefined ? '' : `   ! ${suspicious}`}\n`,
  )
  const count = (kind: ModelDiff['kind']): number => diffs.filter((diff) => diff.kind === kind).length
  return `${rows.join('')}${old.date} → ${next.date}: ${count('changed')} changed, ${count('new')} new, ${count('gone')} gone\n`
}

function withConfig({ err }: Terminal, run: (config: GatewayConfig) => number): number {
  try {
    return run(readConfig(process.env, process.cwd()))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    err(`${error.message}\n`)
    return 1
  }
}
