/** Places that are taken and given back, counted by name: the open streams of a key. */
export interface Places {
  /**
   * Takes a place if fewer than `limit` are taken; at once if they are counted in memory. Gives the function that gives it back, to be called once;
   * undefined if none is free. Never rejects.
   */
  take(name: string, limit: number): (() => void) | undefined | Promise<(() => void) | undefined>
}

/** Creates places of this process alone. */
export function createPlaces(): { take(name: string, limit: number): (() => void) | undefined } {
  const taken = new Map<string, number>()

  function giveBack(name: string): void {
    const count = taken.get(name) ?? 0
    if (count > 1) taken.set(name, count - 1)
    else taken.delete(name)
  }

  return {
    take(name, limit) {
      const count = taken.get(name) ?? 0
      if (count >= limit) return undefined
      taken.set(name, count + 1)
      return () => giveBack(name)
    },
  }
}
