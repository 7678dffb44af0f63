import type { ListedModel } from '@interlingua/models'
import type { Channel, ChannelModel } from '../channels/channel.ts'
import type { Exchange } from '../exchange.ts'
import { fitsPattern } from '../channels/fits-pattern.ts'
import { permitsModel } from '../keys/permits-model.ts'
import { configuredModel } from './configured-model.ts'
import { factsOf } from './facts-of.ts'
import { findAny } from './find-any.ts'
import { knownModel } from './known-model.ts'
import { operationsOf } from './operations-of.ts'

/**
 * The models that the key may use: those that channels name outright, in the order of the configuration, then what the upstreams of patterns
 * say they have, then the ids of routes. What the configuration does not say of a named model, its upstream's own list does.
 */
export async function collectModels(exchange: Exchange): Promise<readonly ListedModel[]> {
  const { gateway } = exchange
  const { channels, offered } = gateway
  const lists = await Promise.all(channels.map(async (channel) => ({ channel, list: await offered(channel) })))
  const models = new Map<string, ListedModel>()
  for (const { channel, list } of lists)
    for (const entry of channel.models)
      if (!entry.name.includes('*') && !models.has(entry.name)) models.set(entry.name, describeNamed(channel, entry, list))
  for (const { channel, list } of lists) {
    const patterns = channel.models.filter(({ name }) => name.includes('*'))
    for (const model of list) {
      if (models.has(model.id)) continue
      const entry = patterns.find(({ name }) => fitsPattern(name, model.id))
      if (entry) models.set(model.id, describeOffered(channel, entry, model))
    }
  }
  for (const id of gateway.aliases) {
    const target = findAny(gateway, id, exchange.edge.adapter.format)
    if (models.has(id) || target === undefined) continue
    const own = lists.find(({ channel }) => channel === target.channel)?.list
    const known = own && knownModel(own, target.model)
    const entry = configuredModel(target.channel.models, target.listed) ?? { name: id }
    models.set(id, describeOffered(target.channel, { ...entry, upstream: target.model }, { ...known, id }))
  }
  return [...models.values()].filter(({ id }) => permitsModel(exchange.key, id))
}

/** A model by the id under which clients know it, of which an upstream may know more. */
export function describeNamed(channel: Channel, entry: ChannelModel, list: readonly ListedModel[]): ListedModel {
  const { name, upstream = name } = entry
  return describeOffered(channel, entry, { ...knownModel(list, upstream), id: name })
}

/** What the configuration says wins; who owns it is the channel where nobody says so. */
export function describeOffered(channel: Channel, entry: ChannelModel, model: ListedModel): ListedModel {
  const { upstream, created, ownedBy } = entry
  // Places in another document mean nothing here.
  const { at: _at, fields: _fields, extensions: _extensions, created: told, ...known } = model
  const published = created ?? wholeSeconds(told)
  const operations = operationsOf(channel, upstream ?? model.id, model.operations)
  return {
    ...known,
    ...factsOf(channel, entry, { ...known, id: upstream ?? model.id, operations }),
    operations,
    ...(published !== undefined && { created: published }),
    ownedBy: ownedBy ?? known.ownedBy ?? channel.name,
  }
}

/** The year 10000, which no clock of a client can show. */
const endOfTime = 253_402_300_800

/** A time that an upstream told, if it is one: there are servers that count in milliseconds, and some that tell fractions. */
function wholeSeconds(told: number | undefined): number | undefined {
  return told !== undefined && told >= 0 && told < endOfTime ? Math.floor(told) : undefined
}
