/** Finds an element of a list by its name; the first, where several have it. Lists are long, and are asked for each of as many names. */
export function createNameIndex<T extends object>(nameOf: (element: T) => string): (list: readonly T[], name: string) => T | undefined {
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
