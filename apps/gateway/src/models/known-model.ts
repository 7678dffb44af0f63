import type { ListedModel } from '@interlingua/models'

const indexes = new WeakMap<readonly ListedModel[], ReadonlyMap<string, ListedModel>>()

/** The model of this id in an upstream's list; the first, where several have it. Lists are long, and are asked for each of as many models. */
export function knownModel(list: readonly ListedModel[], id: string): ListedModel | undefined {
  let index = indexes.get(list)
  if (index === undefined) {
    index = new Map(list.toReversed().map((model) => [model.id, model]))
    indexes.set(list, index)
  }
  return index.get(id)
}
