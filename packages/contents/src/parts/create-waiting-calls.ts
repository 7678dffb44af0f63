/** Calls that wait for their results, in the order in which they came. */
export interface WaitingCalls {
  /** `spelled`: the wire said the id. */
  add(name: string, id: string, spelled: boolean): void
  /** The id of the call that a result belongs to, which waits no longer: by id, else by name, among those whose id it cannot know. */
  take(name: string, spelled: string | undefined): string | undefined
  forget(): void
}

/** Where calls stand in the order in which they came, by their id, by their name, and by their name where the wire said no id. */
interface Index {
  readonly ids: Map<string, Places>
  readonly names: Map<string, Places>
  readonly unspelled: Map<string, Places>
}

/** `next`: the first place that may still wait. */
interface Places {
  readonly list: number[]
  next: number
}

/**
 * A list for each field rather than one of calls: the calls of a streamed answer all live until its end, and what lives so the engine comes to
 * put with what lives forever, where each holds on to its strings long after the stream. Results mostly come in the order of their calls; an
 * index is made for the first that does not.
 */
export function createWaitingCalls(): WaitingCalls {
  let names: string[] = []
  /** `undefined` where the result came. */
  let ids: (string | undefined)[] = []
  let spellings: boolean[] = []
  /** The first call that waits. */
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
