/** Calls that wait for their results, in the order in which they came. */
export interface WaitingCalls {
  /** `spelled`: the wire said the id. */
  add(name: string, id: string, spelled: boolean): void
  /** The id of the call that a result belongs to, which waits no longer: by id, else by name among those whose id the result cannot know. */
  take(name: string, spelled: string | undefined): string | undefined
  forget(): void
}

/**
 * A list for each field rather than one of calls: the calls of a streamed answer all live until its end, and what lives so the engine comes to
 * put with what lives forever, where each holds on to its strings long after the stream.
 */
export function createWaitingCalls(): WaitingCalls {
  let names: string[] = []
  let ids: string[] = []
  let spellings: boolean[] = []

  const find = (name: string, spelled: string | undefined): number => {
    const known = spelled === undefined ? -1 : ids.indexOf(spelled)
    if (known !== -1) return known
    for (let i = 0; i < names.length; i++) if (names[i] === name && (spelled === undefined || !spellings[i])) return i
    return -1
  }

  return {
    add(name, id, spelled) {
      names.push(name)
      ids.push(id)
      spellings.push(spelled)
    },
    take(name, spelled) {
      // Results come in the order of their calls.
      const index = spelled !== undefined && ids[0] === spelled ? 0 : find(name, spelled)
      if (index === -1) return undefined
      const id = ids[index]
      if (index === 0) {
        names.shift()
        ids.shift()
        spellings.shift()
      } else {
        names.splice(index, 1)
        ids.splice(index, 1)
        spellings.splice(index, 1)
      }
      return id
    },
    forget() {
      if (ids.length === 0) return
      names = []
      ids = []
      spellings = []
    },
  }
}
