import type { Format } from '@interlingua/core'
import type { Channel, ChannelModel } from './channel.ts'
import { fitsPattern } from './fits-pattern.ts'

/** Where a model is to be had, and under which id. */
export interface Target {
  readonly channel: Channel
  /** The upstream's id of the model. */
  readonly model: string
  readonly renamed: boolean
}

interface Place {
  readonly channel: Channel
  readonly entry: ChannelModel
}

/** Models that are remembered: patterns are cheap, but not for each request. */
const rememberedModels = 1000

/**
 * The way from a client's model id to an upstream. An id that a channel lists wins over a pattern; else the first channel whose pattern
 * fits. Where several channels have the same id or pattern, the one that speaks the client's format takes the request, else the first.
 * `channel/model` names the channel outright.
 */
export function createResolver(channels: readonly Channel[]): (model: string, format: Format) => Target | undefined {
  const exact = new Map<string, Place>()
  const patterns: Place[] = []
  const twins = new Map<string, Place[]>()
  const byName = new Map<string, Channel>()
  for (const channel of channels) {
    byName.set(channel.name, channel)
    for (const entry of channel.models) {
      const same = twins.get(entry.name)
      if (same) same.push({ channel, entry })
      else twins.set(entry.name, [{ channel, entry }])
      if (entry.name.includes('*')) patterns.push({ channel, entry })
      else if (!exact.has(entry.name)) exact.set(entry.name, { channel, entry })
    }
  }
  const find = (model: string, format: Format): Target | undefined => {
    const first = exact.get(model) ?? patterns.find(({ entry }) => fitsPattern(entry.name, model))
    const found = first && (twins.get(first.entry.name)?.find(({ channel }) => channel.door.adapter.format === format) ?? first)
    if (found) return targetOf(found.channel, found.entry, model)
    const slash = model.indexOf('/')
    const channel = slash > 0 ? byName.get(model.slice(0, slash)) : undefined
    if (channel === undefined) return undefined
    const rest = model.slice(slash + 1)
    const entry = channel.models.find(({ name }) => name === rest) ?? channel.models.find(({ name }) => fitsPattern(name, rest))
    return entry && { channel, model: entry.upstream ?? rest, renamed: true }
  }
  const remembered = new Map<string, Target>()
  return (model, format) => {
    const key = `${format} ${model}`
    const known = remembered.get(key)
    if (known) return known
    const target = find(model, format)
    if (target && remembered.size < rememberedModels) remembered.set(key, target)
    return target
  }
}

function targetOf(channel: Channel, entry: ChannelModel, asked: string): Target {
  const model = entry.upstream ?? asked
  return { channel, model, renamed: model !== asked }
}
