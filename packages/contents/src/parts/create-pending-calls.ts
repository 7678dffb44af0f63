/** Calls that wait for their results, in the order in which they came. */
export interface PendingCalls {
  /** Adds a call. `spelled`: the wire had the id. */
  add(name: string, id: string, spelled: boolean): void
  /** Takes the call that a result belongs to, by id, else by name among those without an id on the wire; `undefined` if there is none. */
  take(name: string, spelled: string | undefined): string | undefined
  forget(): void
}

/** Places of calls in their order, by id, by name, and by name for calls without an id on the wire. */
interface Index {
  readonly ids: Map<string, Places>
  readonly names: Map<string, Places>
  readonly unspelled: Map<string, Places>
}

/** Places of calls; `next` is the first that may still wait. */
interface Places {
  readonly list: number[]
  next: number
}

/**
 * Makes the calls that wait. Results mostly come in the order of their calls; an index is made for the first other one.
 * A list for each field rather than one of calls: objects that live until the end of a streamed response move to the engine's old
 * generation, where each would hold its strings long after the stream.
 */
export function createPendingCalls(): PendingCalls {
  let names: string[] = []
  /** Ids; `undefined` once the result came. */
  let ids: (string | undefined)[] = []
  let spellings: boolean[] = []
  /** Index of the first call that waits. */
  let head = 0
  let index: Index | undefined

  const enter = (into: Index, place: number): void => {
    const name = names[place] ?? ''
    append(into.ids, ids[place] ?? '', place)
    append(into.names, name, place)
    if (!spellings[place]) append(into.unspelled, name, place)
  }

  const makeIndex = (): Index => {
    const made: Index = { ids: new Map(), names: new Map(), unspelled: new Map() }
    for (let place = head; place < ids.length; place++) if (ids[place] !== undefined) enter(made, place)
    return made
  }

  const first = (places: Places | undefined): number | undefined => {
    if (places === undefined) return undefined
    for (; places.next < places.list.length; places.next++) {
      const place = places.list[places.next]
      if (place !== undefined && ids[place] !== undefined) return place
    }
    return undefined
  }

  const find = (name: string, spelled: string | undefined): number | undefined => {
    if (head >= ids.length) return undefined
    if (spelled === undefined ? names[head] === name : ids[head] === spelled) return head
    index ??= makeIndex()
    if (spelled === undefined) return first(index.names.get(name))
    return first(index.ids.get(spelled)) ?? first(index.unspelled.get(name))
  }

  const forget = (): void => {
    if (ids.length === 0) return
    names = []
    ids = []
    spellings = []
    head = 0
    index = undefined
  }

  return {
    add(name, id, spelled) {
      names.push(name)
      ids.push(id)
      spellings.push(spelled)
      if (index) enter(index, ids.length - 1)
    },
    take(name, spelled) {
      const place = find(name, spelled)
      if (place === undefined) return undefined
      const id = ids[place]
      ids[place] = undefined
      while (head < ids.length && ids[head] === undefined) head++
      if (head === ids.length) forget()
      return id
    },
    forget,
  }
}

function append(to: Map<string, Places>, key: string, place: number): void {
  const places = to.get(key)
  if (places) places.list.push(place)
  else to.set(key, { list: [place], next: 0 })
}
