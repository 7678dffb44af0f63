import { findLimits, type Abilities, type ListedModel } from '@interlingua/models'
import type { Channel, ChannelModel } from '../channels/channel.ts'
import { fitsPattern } from '../channels/fits-pattern.ts'
import { formatOf } from '../channels/format-of.ts'
import { isEmbeddingId } from '../channels/is-embedding-id.ts'
import { isImageId } from '../channels/is-image-id.ts'
import { isVideoId } from '../channels/is-video-id.ts'
import type { Exchange } from '../exchange.ts'
import { permitsModel } from '../keys/permits-model.ts'
import { rememberByName } from '../remember-by-name.ts'
import { configuredModel } from './configured-model.ts'
import { findAny } from './find-any.ts'
import { knownModel } from './known-model.ts'

interface Known {
  readonly input?: number
  readonly output?: number
  readonly abilities?: Abilities
}

const nothing: Known = {}
/** Lists may hold thousands of models, and are asked for page by page. */
const most = 20_000
const finders = new WeakMap<Channel, (id: string) => Known>()

/** What is known of the models of text of a channel, by the upstream's ids of them. */
function knownOf(channel: Channel): (id: string) => Known {
  let find = finders.get(channel)
  if (find === undefined) finders.set(channel, (find = rememberByName((id) => look(channel, id), most)))
  return find
}

function look(channel: Channel, id: string): Known {
  const limits = findLimits(id)
  const profile = channel.profileOf(id)
  // A profile of all models is what is sent where nothing is known.
  const known = profile?.pattern === '*' ? undefined : profile
  return {
    ...(limits && { input: limits.input }),
    ...(known?.maxOutput !== undefined && { output: known.maxOutput }),
    ...(known && { abilities: abilitiesOf(known) }),
  }
}

/**
 * What a model takes and does: what the configuration says wins, then what the upstream says of it, then what is known by the upstream's id of
 * it. Of models that are not for text only what somebody said.
 */
function factsOf(
  channel: Channel,
  { contextLength, maxOutput }: ChannelModel,
  { id, operations = [], inputLimit, outputLimit, abilities }: ListedModel,
): Pick<ListedModel, 'inputLimit' | 'outputLimit' | 'abilities'> {
  const isText = channel.generates && operations.includes('generate')
  const known = isText ? knownOf(channel)(id) : nothing
  const input = contextLength ?? inputLimit ?? known.input
  const output = maxOutput ?? outputLimit ?? known.output
  const told = abilities ?? known.abilities
  return {
    ...(input !== undefined && { inputLimit: input }),
    ...(output !== undefined && { outputLimit: output }),
    ...(told && { abilities: told }),
  }
}

function abilitiesOf({ media, reasoning, efforts, tools, hostedTools }: NonNullable<ReturnType<Channel['profileOf']>>): Abilities {
  return {
    ...(media && { media }),
    ...(reasoning && { reasoning }),
    ...(efforts && { efforts }),
    tools: tools !== false,
    ...(hostedTools && { hostedTools }),
  }
}

type Operations = NonNullable<ListedModel['operations']>

// Every text format can be counted: by an estimate where the upstream cannot.
const text: Operations = ['generate', 'count']

/** What a model of a channel may be asked for: what its upstream says of it, else what its id does, else what the channel is for. */
function operationsOf(channel: Channel, upstream: string, told: Operations | undefined): Operations {
  const embeds = formatOf(channel, 'embed') !== undefined
  const paints = isImageId(upstream) && formatOf(channel, 'predict') !== undefined
  const films = formatOf(channel, 'video') !== undefined
  if (films && (!channel.generates || (told === undefined && isVideoId(upstream)))) return ['video']
  // Models that paint natively generate, and are asked by `:predict` as well.
  if (channel.generates && formatOf(channel, 'image') === undefined) {
    const native = told ?? (embeds && isEmbeddingId(upstream) ? ['embed'] : text)
    return paints && !native.includes('image') ? [...native, 'image'] : native
  }
  if (channel.generates) return told ?? (paints ? ['image'] : embeds && isEmbeddingId(upstream) ? ['embed'] : text)
  if (embeds) return ['embed']
  return formatOf(channel, 'predict') === undefined ? [] : ['image']
}

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
