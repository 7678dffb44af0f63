import type { AdmittedRequest } from '../server/client-request.ts'
import type { GatewayState } from '../server/gateway-state.ts'
import { permitsModel } from '@interlingua/access'
import type { Format } from '@interlingua/core'
import { fitsPattern, rememberByName } from '@interlingua/gateway-kernel'
import { type Capabilities, findLimits, type ListedModel } from '@interlingua/models'
import {
  type Capability,
  type Channel,
  type ChannelModel,
  formatOf,
  isEmbeddingId,
  isImageId,
  isVideoId,
  type Target,
} from '@interlingua/upstreams'

/**
 * Creates a finder of list elements by name, the first of equal names. Lists are long and are searched for many names, so each list is indexed once.
 */
function createNameIndex<T extends object>(nameOf: (element: T) => string): (list: readonly T[], name: string) => T | undefined {
  const indexes = new WeakMap<readonly T[], ReadonlyMap<string, T>>()
  return (list, name) => {
    let index = indexes.get(list)
    if (index === undefined) {
      index = new Map(list.toReversed().map((element) => [nameOf(element), element]))
      indexes.set(list, index)
    }
    return index.get(name)
  }
}

/** Finds the entry of a channel's configuration under this id or pattern. */
export const configuredModel = createNameIndex<ChannelModel>(({ name }) => name)

/** Finds the model with this id in an upstream's list. */
export const knownModel = createNameIndex<ListedModel>(({ id }) => id)

const capabilities = ['generate', 'embed', 'predict'] as const satisfies readonly Capability[]

/** Finds the first target of a model, for any capability. */
export function findAny({ candidates }: GatewayState, model: string, format: Format): Target | undefined {
  for (const capability of capabilities) {
    const [target] = candidates(model, format, capability).targets
    if (target) return target
  }
  return undefined
}

interface Known {
  readonly input?: number
  readonly output?: number
  readonly capabilities?: Capabilities
}

const nothing: Known = {}
/** Number of models that a channel's memory holds: lists may have thousands, and are asked for page by page. */
const most = 20_000
const finders = new WeakMap<Channel, (id: string) => Known>()

/** Finds facts about the text models of a channel, by the upstream's ids. */
function knownOf(channel: Channel): (id: string) => Known {
  let find = finders.get(channel)
  if (find === undefined) finders.set(channel, (find = rememberByName((id) => look(channel, id), most)))
  return find
}

function look(channel: Channel, id: string): Known {
  const limits = findLimits(id)
  const profile = channel.profileOf(id)
  // The profile of all models is the default for unknown ones, and tells no facts.
  const known = profile?.pattern === '*' ? undefined : profile
  // Facts by the exact id come before those of tables of patterns, and capabilities that lowering goes by before all others.
  const facts = channel.factsOf?.(id)
  const input = facts?.context ?? limits?.input
  const output = known?.maxOutput ?? facts?.maxOutput
  const capabilities = known ? capabilitiesOf(known) : facts && pickCapabilities(facts)
  return {
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...(capabilities && { capabilities }),
  }
}

/**
 * Facts about a model: from the configuration, else from the upstream's list, else from tables by the upstream's id. The tables are for text models
 * only.
 */
function factsOf(
  channel: Channel,
  { contextLength, maxOutput }: ChannelModel,
  { id, operations = [], inputLimit, outputLimit, capabilities }: ListedModel,
): Pick<ListedModel, 'inputLimit' | 'outputLimit' | 'capabilities'> {
  const isText = channel.generates && operations.includes('generate')
  const known = isText ? knownOf(channel)(id) : nothing
  const input = contextLength ?? inputLimit ?? known.input
  const output = maxOutput ?? outputLimit ?? known.output
  const listed = capabilities ?? known.capabilities
  return {
    ...(input !== undefined && { inputLimit: input }),
    ...(output !== undefined && { outputLimit: output }),
    ...(listed && { capabilities: listed }),
  }
}

function capabilitiesOf({ media, reasoning, efforts, tools, hostedTools }: NonNullable<ReturnType<Channel['profileOf']>>): Capabilities {
  return {
    ...(media && { media }),
    ...(reasoning && { reasoning }),
    ...(efforts && { efforts }),
    tools: tools !== false,
    ...(hostedTools && { hostedTools }),
  }
}

function pickCapabilities({ media, tools, schema }: NonNullable<ReturnType<NonNullable<Channel['factsOf']>>>): Capabilities | undefined {
  const found = { ...(media && { media }), ...(tools !== undefined && { tools }), ...(schema !== undefined && { schema }) }
  return Object.keys(found).length === 0 ? undefined : found
}

type Operations = NonNullable<ListedModel['operations']>

// Text models can always be counted: by an estimate where the upstream cannot.
const text: Operations = ['generate', 'count']

/** Operations of a model: as its upstream's list says, else by its id, else all that the channel is for. */
function operationsOf(channel: Channel, upstream: string, listed: Operations | undefined): Operations {
  const embeddings = formatOf(channel, 'embed') !== undefined
  const images = isImageId(upstream) && formatOf(channel, 'predict') !== undefined
  const video = formatOf(channel, 'video') !== undefined
  if (video && (!channel.generates || (listed === undefined && isVideoId(upstream)))) return ['video']
  // Models that make images natively generate text too, and can be called by `:predict`.
  if (channel.generates && formatOf(channel, 'image') === undefined) {
    const native = listed ?? (embeddings && isEmbeddingId(upstream) ? ['embed'] : text)
    return images && !native.includes('image') ? [...native, 'image'] : native
  }
  if (channel.generates) return listed ?? (images ? ['image'] : embeddings && isEmbeddingId(upstream) ? ['embed'] : text)
  if (embeddings) return ['embed']
  return formatOf(channel, 'predict') === undefined ? [] : ['image']
}

/**
 * Lists the models that the key may use: those that channels name, in the order of the configuration, then those of upstreams' lists that fit a
 * pattern, then the ids of routes. Facts that the configuration leaves out come from the upstream's list.
 */
export async function collectModels(admitted: AdmittedRequest): Promise<readonly ListedModel[]> {
  const { gateway } = admitted.client
  const { channels, listModels } = gateway
  const lists = await Promise.all(channels.map(async (channel) => ({ channel, list: await listModels(channel) })))
  const models = new Map<string, ListedModel>()
  for (const { channel, list } of lists)
    for (const entry of channel.models)
      if (!entry.name.includes('*') && !models.has(entry.name)) models.set(entry.name, describeNamed(channel, entry, list))
  for (const { channel, list } of lists) {
    const patterns = channel.models.filter(({ name }) => name.includes('*'))
    for (const model of list) {
      if (models.has(model.id)) continue
      const entry = patterns.find(({ name }) => fitsPattern(name, model.id))
      if (entry) models.set(model.id, describeListed(channel, entry, model))
    }
  }
  for (const id of gateway.aliases) {
    const target = findAny(gateway, id, admitted.client.edge.adapter.format)
    if (models.has(id) || target === undefined) continue
    const own = lists.find(({ channel }) => channel === target.channel)?.list
    const known = own && knownModel(own, target.model)
    const entry = configuredModel(target.channel.models, target.listed) ?? { name: id }
    models.set(id, describeListed(target.channel, { ...entry, upstream: target.model }, { ...known, id }))
  }
  return [...models.values()].filter(({ id }) => permitsModel(admitted.grant.key, id))
}

/** Describes a model by the id that clients know, with facts from the upstream's list. */
export function describeNamed(channel: Channel, entry: ChannelModel, list: readonly ListedModel[]): ListedModel {
  const { name, upstream = name } = entry
  return describeListed(channel, entry, { ...knownModel(list, upstream), id: name })
}

/** Describes a listed model; the configuration wins. Default of the owner: the channel's name. */
export function describeListed(channel: Channel, entry: ChannelModel, model: ListedModel): ListedModel {
  const { upstream, created, ownedBy } = entry
  // Places of the upstream's document are dropped.
  const { at: _at, fields: _fields, extensions: _extensions, created: listedAt, ...known } = model
  const published = created ?? wholeSeconds(listedAt)
  const operations = operationsOf(channel, upstream ?? model.id, model.operations)
  return {
    ...known,
    ...factsOf(channel, entry, { ...known, id: upstream ?? model.id, operations }),
    operations,
    ...(published !== undefined && { created: published }),
    ownedBy: ownedBy ?? known.ownedBy ?? channel.name,
  }
}

/** Describes the model of a target by the configuration and by tables, without asking the upstream. A pattern has the configured facts alone. */
export function describeTarget({ channel, model, listed }: Target): ListedModel {
  const entry = configuredModel(channel.models, listed) ?? { name: listed }
  if (!model.includes('*')) return describeListed(channel, { ...entry, upstream: model }, { id: model })
  const { contextLength, maxOutput } = entry
  return {
    id: model,
    ...(contextLength !== undefined && { inputLimit: contextLength }),
    ...(maxOutput !== undefined && { outputLimit: maxOutput }),
  }
}

/** Seconds of the year 10000, from which on no client's clock can show a time. */
const endOfTime = 253_402_300_800

/** Publication time in whole seconds; undefined if the upstream's number is none, as where a server counts in milliseconds. */
function wholeSeconds(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds >= 0 && seconds < endOfTime ? Math.floor(seconds) : undefined
}
