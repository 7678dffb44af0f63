import type { RequestDefaults, RouteOptions } from './channel-options.ts'
import { type Capability, type Channel, type ChannelModel, formatOf } from './channel.ts'
import type { Format } from '@interlingua/core'
import { fitsPattern, rememberByName } from '@interlingua/gateway-kernel'

/** True if a model's id is that of embeddings: `text-embedding-3-small`, `gemini-embedding-001`, `mistral-embed`. */
export function isEmbeddingId(model: string): boolean {
  return /embed/i.test(model)
}

/** True if a model makes images, by its id. */
export function isImageId(model: string): boolean {
  return /image|imagen|imagine|dall-e|seedream|nano-banana|flux|wanx|wan\d/i.test(model)
}

/** True if a model makes videos, by its id. */
export function isVideoId(model: string): boolean {
  return /video|(?:^|[/-])(?:sora|veo)(?:-|$)|seedance/i.test(model)
}

/** Beginnings of ids of text models, which text channels have beside models of embeddings and images. */
const texts = /^(?:models\/)?(?:claude|gpt|chatgpt|o[1-9]|codex|gemini|demo-(?:messages|responses|chat|contents)$)/i

/** True if a model may have the capability, as far as its id tells; an unknown id may have any. */
function isFor(model: string, capability: Capability): boolean {
  switch (capability) {
    case 'generate':
      return true
    case 'embed':
      return isEmbeddingId(model) || (!texts.test(model) && !isImageId(model) && !isVideoId(model))
    case 'image':
    case 'predict':
      return isImageId(model) || (!texts.test(model) && !isEmbeddingId(model) && !isVideoId(model))
    case 'video':
      return isVideoId(model) || (!texts.test(model) && !isEmbeddingId(model) && !isImageId(model))
  }
}

/** Channel for a model, and the model's id there. */
export interface Target {
  readonly channel: Channel
  /** Id of the model at the upstream. */
  readonly model: string
  readonly renamed: boolean
  /** Id or pattern in the configuration that led to the channel. */
  readonly listed: string
  /** Parameters for requests that have none. Absent: none. */
  readonly defaults?: RequestDefaults
  /** Share among the targets of the same group. Absent: not configured. */
  readonly weight?: number
  /** Number of the group, whose targets are equal and ordered by weights. */
  readonly group?: number
}

/** Targets that may serve a request, the best first. */
export interface Candidates {
  readonly targets: readonly Target[]
  /** True if weights order each group anew for each request. */
  readonly weighed: boolean
  /** Route that replaced the model. Absent: none fits. */
  readonly route?: RouteOptions
}

/** Finds the targets of a model. Default capability: text generation. */
export type Resolver = (model: string, format: Format, capability?: Capability) => Candidates

type Finder = (model: string) => Candidates

interface Listed {
  readonly channel: Channel
  readonly entry: ChannelModel
}

interface Place extends Listed {
  /** Id of the model in the channel's list. */
  readonly model: string
}

/** Largest length of an id: callers make up ids, which end in logs, traces and addresses. */
const longestModel = 512

const nowhere: Candidates = { targets: [], weighed: false }

/**
 * Creates the mapping from a client's model id to targets. An exact name wins over a pattern, and a route over a channel; `channel/model` comes after
 * exact ids and before patterns. Targets with the same id or pattern are ordered by priority, then those of the client's format come first, then by
 * the configuration, unless weights decide; fallbacks of a route come last.
 */
export function createResolver(channels: readonly Channel[], routes: readonly RouteOptions[] = []): Resolver {
  const exact = new Map<string, Listed[]>()
  const patterns = new Map<string, Listed[]>()
  const byName = new Map<string, Channel>()
  for (const channel of channels) {
    byName.set(channel.name, channel)
    for (const entry of channel.models) {
      const places = entry.name.includes('*') ? patterns : exact
      const same = places.get(entry.name)
      if (same) same.push({ channel, entry })
      else places.set(entry.name, [{ channel, entry }])
    }
  }
  const named = new Map(routes.filter(({ match }) => !match.includes('*')).map((route) => [route.match, route]))
  const wide = routes.filter(({ match }) => match.includes('*'))

  function fittingAs(model: string, capability: Capability): readonly Listed[] {
    for (const [pattern, places] of patterns) {
      if (!fitsPattern(pattern, model)) continue
      const able = fit(places, model, capability)
      if (able.length > 0) return able
    }
    return []
  }

  function placesFor(model: string, capability: Capability): readonly Place[] {
    const listed = fit(exact.get(model), model, capability)
    if (listed.length > 0) return listed.map((place) => ({ ...place, model }))
    const named = placesInChannel(model, capability)
    return named.length > 0 ? named : fittingAs(model, capability).map((place) => ({ ...place, model }))
  }

  /** Finds the model of `channel/model`, if there are such a channel and model. */
  function placesInChannel(model: string, capability: Capability): readonly Place[] {
    const slash = model.indexOf('/')
    const channel = slash > 0 ? byName.get(model.slice(0, slash)) : undefined
    if (channel === undefined || formatOf(channel, capability) === undefined) return []
    const rest = model.slice(slash + 1)
    const entry = channel.models.find(({ name }) => name === rest) ?? channel.models.find(({ name }) => fitsPattern(name, rest))
    return entry && isFor(entry.upstream ?? rest, capability) ? [{ channel, entry, model: rest }] : []
  }

  function find(asked: string, format: Format, capability: Capability): Candidates {
    const route = named.get(asked) ?? (exact.has(asked) ? undefined : wide.find(({ match }) => fitsPattern(match, asked)))
    const models = route ? [applyRoute(route, asked), ...(route.fallbacks ?? [])] : [asked]
    const targets: Target[] = []
    let group = -1
    for (const model of models) {
      let rank: number | undefined
      for (const place of placesFor(model, capability).toSorted((a, b) => rankOf(a, format, capability) - rankOf(b, format, capability))) {
        const target = targetOf(place, asked)
        if (targets.some((known) => known.channel === target.channel && known.model === target.model)) continue
        if (rank !== rankOf(place, format, capability)) group++
        rank = rankOf(place, format, capability)
        targets.push({ ...target, group })
      }
    }
    return { targets, weighed: targets.length > 1 && targets.some(({ weight }) => weight !== undefined), ...(route && { route }) }
  }

  const finders: Readonly<Record<Capability, Map<Format, Finder>>> = {
    generate: new Map(),
    embed: new Map(),
    image: new Map(),
    predict: new Map(),
    video: new Map(),
  }
  return (model, format, capability = 'generate') => {
    if (model.length > longestModel) return nowhere
    let finder = finders[capability].get(format)
    // Remembered by name, since patterns are cheap, but not for each request.
    if (finder === undefined) finders[capability].set(format, (finder = rememberByName((asked) => find(asked, format, capability))))
    return finder(model)
  }
}

/** Rank of an entry; the lowest comes first. */
function rankOf({ channel, entry }: Listed, format: Format, capability: Capability): number {
  return 2 * (entry.priority ?? channel.priority) + (formatOf(channel, capability) === format ? 0 : 1)
}

function fit(places: readonly Listed[] | undefined, model: string, capability: Capability): readonly Listed[] {
  return (
    places?.filter(({ channel, entry }) => formatOf(channel, capability) !== undefined && isFor(entry.upstream ?? model, capability)) ?? []
  )
}

function targetOf({ channel, entry, model: found }: Place, asked: string): Target {
  const model = entry.upstream ?? found
  const weight = entry.weight ?? channel.weight
  const { defaults } = entry
  return {
    channel,
    model,
    renamed: model !== asked,
    listed: entry.name,
    ...(defaults && { defaults }),
    ...(weight !== undefined && { weight }),
  }
}

/** Model that a route leads to; a star stands for the text that the pattern's only star matched. */
function applyRoute({ match, to }: RouteOptions, asked: string): string {
  if (to === undefined || !to.includes('*')) return to ?? asked
  const star = match.indexOf('*')
  return to.replace('*', () => asked.slice(star, asked.length - (match.length - star - 1)))
}

/** True if an alias, a route or a fallback led to this model; `channel/model` is a name that the caller gave itself. */
export function isChosen({ channel, model, renamed }: Target, asked: string): boolean {
  return renamed && asked !== `${channel.name}/${model}`
}
