import type { Channel, ChannelModel } from './channel.ts'
import { fitsPattern } from './fits-pattern.ts'

/** Where a model is to be had, and under which id. */
export interface Target {
  readonly channel: Channel
  /** The upstream's id of the model. */
  readonly model: string
  readonly renamed: boolean
}

/** Models that are remembered: patterns are cheap, but not for each request. */
const rememberedModels = 1000

/**
 * The way from a client's model id to an upstream. An id that a channel lists wins over a pattern; else the first channel whose pattern
 * fits. `channel/model` names the channel outright.
 */
export function createResolver(channels: readonly Channel[]): (model: string) => Target | undefined {
  const exact = new Map<string, { channel: Channel; entry: ChannelModel }>()
  const patterns: { channel: Channel; entry: ChannelModel }[] = []
  const byName = new Map<string, Channel>()
  for (const channel of channels) {
    byName.set(channel.name, channel)
    for (const entry of channel.models) {
      if (entry.name.includes('*')) patterns.push({ channel, entry })
      else if (!exact.has(entry.name)) exact.set(entry.name, { channel, entry })
    }
  }
  const find = (model: string): Target | undefined => {
    const found = exact.get(model) ?? patterns.find(({ entry }) => fitsPattern(entry.name, model))
    if (found) return targetOf(found.channel, found.entry, model)
    const slash = model.indexOf('/')
    const channel = slash > 0 ? byName.get(model.slice(0, slash)) : undefined
    if (channel === undefined) return undefined
    const rest = model.slice(slash + 1)
    const entry = channel.models.find(({ name }) => name === rest) ?? channel.models.find(({ name }) => fitsPattern(name, rest))
    return entry && { channel, model: entry.upstream ?? rest, renamed: true }
  }
  const remembered = new Map<string, Target>()
  return (model) => {
    const known = remembered.get(model)
    if (known) return known
    const target = find(model)
    if (target && remembered.size < rememberedModels) remembered.set(model, target)
    return target
  }
}

function targetOf(channel: Channel, entry: ChannelModel, asked: string): Target {
  const model = entry.upstream ?? asked
  return { channel, model, renamed: model !== asked }
}
