import type { Format } from '@interlingua/core'
import type { RouteConfig } from '../config/routes-schema.ts'
import { rememberByName } from '../remember-by-name.ts'
import type { Ability } from './ability.ts'
import type { Channel, ChannelModel } from './channel.ts'
import { fitsPattern } from './fits-pattern.ts'
import { formatOf } from './format-of.ts'
import { isEmbeddingId } from './is-embedding-id.ts'
import { isImageId } from './is-image-id.ts'
import { isVideoId } from './is-video-id.ts'

/** Models that are known to generate text, by the beginning of their ids: channels of text have them beside models of embeddings and images. */
const texts = /^(?:models\/)?(?:claude|gpt|chatgpt|o[1-9]|codex|gemini|demo-(?:messages|responses|chat|contents)$)/i

/** Whether a model may be asked for this, as far as its id tells: what nobody knows may be anything. */
function isFor(model: string, ability: Ability): boolean {
  switch (ability) {
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

/** Where a model is to be had, and under which id. */
export interface Target {
  readonly channel: Channel
  /** The upstream's id of the model. */
  readonly model: string
  readonly renamed: boolean
  /** The id or pattern in the configuration that led here. */
  readonly listed: string
  /** Share among the targets of the same group; absent where nobody named one. */
  readonly weight?: number
  /** Targets of one group are equals: weights choose among them. */
  readonly group?: number
}

/** All places that may serve a request, the best first. */
export interface Candidates {
  readonly targets: readonly Target[]
  /** Whether weights choose anew for each request which of a group comes first. */
  readonly weighed: boolean
}

/** Without an ability: text generation. */
export type Resolver = (model: string, format: Format, ability?: Ability) => Candidates

type Finder = (model: string) => Candidates

interface Listed {
  readonly channel: Channel
  readonly entry: ChannelModel
}

interface Place extends Listed {
  /** The id by which it was found, as the channel lists it. */
  readonly model: string
}

/** A longer id is no model's. Callers make them up, and they end in logs, traces and addresses. */
const longestModel = 512

const nowhere: Candidates = { targets: [], weighed: false }

/**
 * The ways from a client's model id to an upstream. What is named outright wins over a pattern, and a route over a channel. Candidates for one
 * model are the channels that list the same id, or the same pattern: the lower priority number first, then those that speak the client's
 * format, then the order of the configuration, unless weights say otherwise. The fallbacks of a route come after all of them.
 * `channel/model` names the channel outright: that comes before patterns, and after ids.
 */
export function createResolver(channels: readonly Channel[], routes: readonly RouteConfig[] = []): Resolver {
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

  function fittingAs(model: string, ability: Ability): readonly Listed[] {
    for (const [pattern, places] of patterns) {
      if (!fitsPattern(pattern, model)) continue
      const able = fit(places, model, ability)
      if (able.length > 0) return able
    }
    return []
  }

  function placesFor(model: string, ability: Ability): readonly Place[] {
    const listed = fit(exact.get(model), model, ability)
    if (listed.length > 0) return listed.map((place) => ({ ...place, model }))
    const named = placesInChannel(model, ability)
    return named.length > 0 ? named : fittingAs(model, ability).map((place) => ({ ...place, model }))
  }

  /** Of `channel/model`, where there is such a channel and it has such a model. */
  function placesInChannel(model: string, ability: Ability): readonly Place[] {
    const slash = model.indexOf('/')
    const channel = slash > 0 ? byName.get(model.slice(0, slash)) : undefined
    if (channel === undefined || formatOf(channel, ability) === undefined) return []
    const rest = model.slice(slash + 1)
    const entry = channel.models.find(({ name }) => name === rest) ?? channel.models.find(({ name }) => fitsPattern(name, rest))
    return entry && isFor(entry.upstream ?? rest, ability) ? [{ channel, entry, model: rest }] : []
  }

  function find(asked: string, format: Format, ability: Ability): Candidates {
    const route = named.get(asked) ?? (exact.has(asked) ? undefined : wide.find(({ match }) => fitsPattern(match, asked)))
    const models = route ? [spellRoute(route, asked), ...(route.fallbacks ?? [])] : [asked]
    const targets: Target[] = []
    let group = -1
    for (const model of models) {
      let rank: number | undefined
      for (const place of placesFor(model, ability).toSorted((a, b) => rankOf(a, format, ability) - rankOf(b, format, ability))) {
        const target = targetOf(place, asked)
        if (targets.some((known) => known.channel === target.channel && known.model === target.model)) continue
        if (rank !== rankOf(place, format, ability)) group++
        rank = rankOf(place, format, ability)
        targets.push({ ...target, group })
      }
    }
    return { targets, weighed: targets.length > 1 && targets.some(({ weight }) => weight !== undefined) }
  }

  const finders: Readonly<Record<Ability, Map<Format, Finder>>> = {
    generate: new Map(),
    embed: new Map(),
    image: new Map(),
    predict: new Map(),
    video: new Map(),
  }
  return (model, format, ability = 'generate') => {
    if (model.length > longestModel) return nowhere
    let finder = finders[ability].get(format)
    // Patterns are cheap, but not for each request.
    if (finder === undefined) finders[ability].set(format, (finder = rememberByName((asked) => find(asked, format, ability))))
    return finder(model)
  }
}

/** The lower, the sooner. */
function rankOf({ channel, entry }: Listed, format: Format, ability: Ability): number {
  return 2 * (entry.priority ?? channel.priority) + (formatOf(channel, ability) === format ? 0 : 1)
}

function fit(places: readonly Listed[] | undefined, model: string, ability: Ability): readonly Listed[] {
  return places?.filter(({ channel, entry }) => formatOf(channel, ability) !== undefined && isFor(entry.upstream ?? model, ability)) ?? []
}

function targetOf({ channel, entry, model: found }: Place, asked: string): Target {
  const model = entry.upstream ?? found
  const weight = entry.weight ?? channel.weight
  return { channel, model, renamed: model !== asked, listed: entry.name, ...(weight !== undefined && { weight }) }
}

/** The model that a route leads to; a star in it stands for what the pattern's only star stood for. */
function spellRoute({ match, to }: RouteConfig, asked: string): string {
  if (to === undefined || !to.includes('*')) return to ?? asked
  const star = match.indexOf('*')
  return to.replace('*', () => asked.slice(star, asked.length - (match.length - star - 1)))
}
