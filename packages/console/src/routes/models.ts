import { describeTarget, type GatewayState } from '@interlingua/server'
import { type Candidates, type Capability, formatOf, type Target } from '@interlingua/upstreams'
import type { ModelOrder, ModelRow, ModelTarget } from '../api/index.ts'
import { pricesOf } from '../overview/price-of.ts'
import { type Call, type ConsoleRoute, everyRole } from '../serve/route.ts'
import type { SettingsSource } from './settings.ts'

/** Finds the source of a price. */
type PriceSource = SettingsSource['priceSource']

/** Route of the models that clients may name. `load`: absent if nothing tells where prices come from. */
export function createModelRoutes(load?: () => Promise<SettingsSource>): readonly ConsoleRoute[] {
  async function listModels({ gateway }: Call): Promise<{ readonly rows: readonly ModelRow[] }> {
    const source = await load?.()
    const channelsOf = new Map<string, string[]>(gateway.aliases.map((id) => [id, []]))
    for (const { name, models } of gateway.channels)
      for (const model of models) channelsOf.set(model.name, [...(channelsOf.get(model.name) ?? []), name])
    return { rows: [...channelsOf].map(([id, channels]) => rowOf(gateway, id, channels, (...of) => source?.priceSource(...of))) }
  }
  return [{ method: 'GET', path: '/models', summary: 'Lists the models that clients may name', roles: everyRole, serve: listModels }]
}

const capabilities: readonly Capability[] = ['generate', 'embed', 'image', 'predict', 'video']

function rowOf(gateway: GatewayState, id: string, channels: readonly string[], sourceOf: PriceSource): ModelRow {
  for (const capability of capabilities) {
    const found = gateway.formats.ids.map((format) => [format, gateway.candidates(id, format, capability)] as const)
    const route = found[0]?.[1].route?.match
    const targets = targetsOf(found)
    if (targets.length === 0) continue
    const rows = targets.map(({ target, orders }) => targetRow(gateway, target, orders, capability, sourceOf))
    return { id, channels, ...(route !== undefined && { route }), targets: rows }
  }
  return { id, channels, targets: [] }
}

interface OrderedTarget {
  readonly target: Target
  readonly orders: ModelOrder[]
}

/** Targets of a model with their places, by the formats of clients; formats with the same place are joined. */
function targetsOf(found: readonly (readonly [format: string, candidates: Candidates])[]): readonly OrderedTarget[] {
  const byPlace = new Map<string, OrderedTarget>()
  for (const [format, { targets }] of found)
    for (const [index, target] of targets.entries()) {
      const key = JSON.stringify([target.channel.name, target.model])
      const ordered = byPlace.get(key) ?? { target, orders: [] }
      byPlace.set(key, ordered)
      const { orders } = ordered
      const [order, share] = [index + 1, shareOf(target, targets)]
      const same = orders.findIndex((each) => each.order === order && each.share === share)
      const clients = [...(orders[same]?.clients ?? []), format]
      orders.splice(same === -1 ? orders.length : same, 1, { order, clients, ...(share !== undefined && { share }) })
    }
  return [...byPlace.values()]
}

/** Share of the requests that come to a target first, among those of its group; undefined if no weights decide. */
function shareOf({ group, weight = 1 }: Target, targets: readonly Target[]): number | undefined {
  const same = targets.filter((each) => each.group === group)
  if (same.length === 1 || same.every((each) => each.weight === undefined)) return undefined
  const all = same.reduce((sum, each) => sum + (each.weight ?? 1), 0)
  return all === 0 ? undefined : weight / all
}

function targetRow(
  gateway: GatewayState,
  target: Target,
  orders: readonly ModelOrder[],
  capability: Capability,
  sourceOf: PriceSource,
): ModelTarget {
  const { channel, model, listed } = target
  // A pattern stands for many models, each with a price of its own.
  const price = model.includes('*') ? undefined : pricesOf(gateway, channel.name, model)
  const from = price && sourceOf(channel.name, model)
  const { inputLimit, outputLimit, capabilities: known } = describeTarget(target)
  return {
    channel: channel.name,
    format: formatOf(channel, capability) ?? '',
    model,
    listed,
    priority: channel.models.find(({ name }) => name === listed)?.priority ?? channel.priority,
    orders,
    ...(price && { price: { input: price.input, output: price.output, ...(from && { from }) } }),
    ...(inputLimit !== undefined && { context: inputLimit }),
    ...(outputLimit !== undefined && { maxOutput: outputLimit }),
    ...(known?.media && { media: known.media }),
  }
}
