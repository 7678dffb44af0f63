import { keyState, permitsModel } from '@interlingua/access'
import { createFormats } from '@interlingua/gateway-kernel'
import type { ApiKey } from '@interlingua/store'
import { type Candidates, createKinds, createPools, createResolver, openChannel, type Target } from '@interlingua/upstreams'
import { createCatalogueFinder } from '../../catalogue/catalogue.ts'
import { demoChannels } from '../../channels/demo.ts'
import { operationKinds } from '../../channels/kinds.ts'
import type { ChannelConfig, GatewayConfig } from '../../config/config-schema.ts'
import { nearest } from '../../config/nearest.ts'
import { readConfig } from '../../config/read-config.ts'
import { formatNameOf } from '../../format-ids.ts'
import { formats } from '../../formats.ts'
import { ConfigError } from '@interlingua/gateway-kernel'
import { formatColumns } from '../format-columns.ts'
import { showProblems } from '../show-problems.ts'
import { type Terminal, withStore } from '../terminal.ts'

interface ResolveOptions {
  readonly format?: string
  readonly key?: string
  readonly json?: true
}

/** Place to which a request may go. */
interface Step {
  readonly order: number
  readonly channel: string
  readonly format: string
  readonly model: string
  readonly rule: string
  /** Tokens of the context and of the longest answer, as far as they are known. */
  readonly context?: number
  readonly maxOutput?: number
}

interface Resolution {
  /** Formats of clients for which the order is the same. */
  readonly clients: readonly string[]
  readonly route?: string
  readonly steps: readonly Step[]
}

/** Runs `interlingua resolve`. Sets the exit code: 1 if no channel has the model, or if the key may not use it. */
export async function runResolve(model: string, { format, key, json }: ResolveOptions, terminal: Terminal): Promise<void> {
  if (key === undefined) {
    try {
      process.exitCode = await showResolution(model, format, json, readConfig(process.env, process.cwd()), terminal)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      terminal.err(showProblems(error.message))
      process.exitCode = 1
    }
    return
  }
  await withStore(terminal, async (store, place) => {
    const found = await store.keys.find(key)
    const refusal =
      found === undefined ? `there is no key with the id or name ${key} in ${place}: key list shows them` : refusalOf(found, model)
    if (refusal === undefined) return showResolution(model, format, json, readConfig(process.env, process.cwd()), terminal)
    terminal.err(`error: ${refusal}\n`)
    return 1
  })
}

function refusalOf(key: ApiKey, model: string): string | undefined {
  const state = keyState(key, Date.now())
  if (state !== 'valid') return `${key.name} is ${state}: each of its requests is refused`
  return permitsModel(key, model) ? undefined : `${key.name} may not use ${model}, only ${(key.models ?? []).join(', ')}`
}

async function showResolution(
  model: string,
  format: string | undefined,
  json: true | undefined,
  config: GatewayConfig,
  { out, err }: Terminal,
): Promise<number> {
  const served = createFormats(formats)
  const pools = createPools()
  try {
    const kinds = createKinds(served, operationKinds)
    const lines =
      (config.demo ?? config.channels.length === 0)
        ? [...config.channels, ...demoChannels('http://127.0.0.1', served.ids)]
        : config.channels
    const channels = lines
      .filter(({ disabled }) => disabled !== true)
      .map((line) => openChannel(withoutSecrets(line), config, kinds, pools.poolOf))
    const candidates = createResolver(channels, config.routes)
    const facts = createCatalogueFinder(lines, config.dataDir, () => {})
    const capabilities = ['generate', 'embed', 'image', 'video'] as const
    const asked = format === undefined ? served.ids : [format]
    const found = capabilities.map((capability) => asked.map((id) => [id, candidates(model, id, capability)] as const))
    const resolutions = join(model, facts, found.find((each) => each.some(([, { targets }]) => targets.length > 0)) ?? [])
    if (json) out(`${JSON.stringify({ model, resolutions }, undefined, 2)}\n`)
    if (resolutions.length === 0) {
      const near = nearest(model, [...channels.flatMap((channel) => channel.models.map(({ name }) => name)), ...routeIds(config)])
      err(`error: no channel has ${model}${near === undefined ? '' : `; did you mean ${near}?`}\n`)
      return 1
    }
    if (!json) for (const resolution of resolutions) out(formatResolution(model, resolution))
    return 0
  } finally {
    await pools.destroy()
  }
}

type Facts = ReturnType<typeof createCatalogueFinder>

/** Channel without what it reads from the environment and from files, which say nothing about the order. */
function withoutSecrets(line: ChannelConfig): ChannelConfig {
  const { apiKey, apiKeyEnv, apiKeyFile, credentials, headers, proxy, proxyEnv, proxyFile, caFile, ...rest } = line
  return { ...rest, ...((apiKey ?? apiKeyEnv ?? apiKeyFile) !== undefined && { apiKey: 'none' }) }
}

function routeIds({ routes = [] }: GatewayConfig): readonly string[] {
  return routes.map(({ match }) => match).filter((match) => !match.includes('*'))
}

/** Joins the formats of clients whose requests go the same way. */
function join(model: string, facts: Facts, found: readonly (readonly [string, Candidates])[]): readonly Resolution[] {
  const joined: { clients: string[]; readonly text: string; readonly way: Omit<Resolution, 'clients'> }[] = []
  for (const [format, candidates] of found) {
    if (candidates.targets.length === 0) continue
    const way = wayOf(model, facts, candidates)
    const text = JSON.stringify(way)
    const same = joined.find((each) => each.text === text)
    if (same) same.clients.push(formatNameOf(format))
    else joined.push({ clients: [formatNameOf(format)], text, way })
  }
  return joined.map(({ clients, way }) => ({ clients, ...way }))
}

function wayOf(asked: string, facts: Facts, { targets, weighed, route }: Candidates): Omit<Resolution, 'clients'> {
  const steps = targets.map((target, index): Step => {
    const { channel, model } = target
    const known = facts(channel.name, model)
    const configured = channel.models.find(({ name }) => name === target.listed)
    const { context, maxOutput } = {
      context: configured?.contextLength ?? known?.context,
      maxOutput: configured?.maxOutput ?? known?.maxOutput,
    }
    return {
      order: index + 1,
      channel: channel.name,
      format: formatNameOf(
        channel.generates ? channel.edge.adapter.format : ((channel.embeddings ?? channel.images ?? channel.video)?.format ?? ''),
      ),
      model,
      rule: [
        ruleOf(target, asked),
        ...(weighed ? shareOf(target, targets) : []),
        ...(channel.priority === 0 ? [] : [`priority ${channel.priority}`]),
      ].join(', '),
      ...(context !== undefined && { context }),
      ...(maxOutput !== undefined && { maxOutput }),
    }
  })
  const words = route && [`${route.match} → ${route.to ?? 'the same'}`, ...(route.fallbacks ?? []).map((each) => `then ${each}`)]
  return { ...(words && { route: words.join(', ') }), steps }
}

/** Rule by which a channel has the model. */
function ruleOf({ channel, listed, model }: Target, asked: string): string {
  if (asked.startsWith(`${channel.name}/`)) return 'the channel is named'
  if (listed.includes('*')) return `pattern ${listed}`
  return listed === model ? `id ${listed}` : `alias ${listed}`
}

function shareOf({ group, weight = 1 }: Target, targets: readonly Target[]): readonly string[] {
  const same = targets.filter((each) => each.group === group)
  if (same.length === 1) return []
  return [`weight ${weight} of ${same.reduce((sum, each) => sum + (each.weight ?? 1), 0)}`]
}

function formatResolution(model: string, { clients, route, steps }: Resolution): string {
  const head = `${model}, asked for by clients of ${clients.join(', ')}:\n`
  const rows = steps.map(({ order, channel, format, model: there, rule, context, maxOutput }) => [
    `  ${order}`,
    channel,
    format,
    there,
    rule,
    [context === undefined ? [] : [`context ${context}`], maxOutput === undefined ? [] : [`output ${maxOutput}`]].flat().join(', '),
  ])
  return `${head}${route === undefined ? '' : `  route ${route}\n`}${formatColumns(rows, 6)}`
}
