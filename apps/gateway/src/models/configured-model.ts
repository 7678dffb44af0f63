import type { ChannelModel } from '../channels/channel.ts'

const indexes = new WeakMap<readonly ChannelModel[], ReadonlyMap<string, ChannelModel>>()

/** What a channel's configuration says under this id or pattern; the first, where it says so twice. */
export function configuredModel(models: readonly ChannelModel[], name: string): ChannelModel | undefined {
  let index = indexes.get(models)
  if (index === undefined) {
    index = new Map(models.toReversed().map((model) => [model.name, model]))
    indexes.set(models, index)
  }
  return index.get(name)
}
