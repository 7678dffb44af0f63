import { findModelProfile } from '@interlingua/core'
import { LRUCache } from 'lru-cache'

/** True if a model id fits a pattern, in which `*` stands for any characters: the rule of model profiles, in linear time. */
export function fitsPattern(pattern: string, model: string): boolean {
  return findModelProfile([{ format: '', pattern, asOf: '' }], model) !== undefined
}

/** Default for the number of remembered names, and largest length of a name. */
const usually = 1_000
const longest = 512

/** Wraps `find` with a memory by name. Callers make up names: long ones are not kept, and a full memory forgets the one used least lately. */
export function rememberByName<Found>(find: (name: string) => Found, most = usually): (name: string) => Found {
  const known = new LRUCache<string, { readonly found: Found }>({ max: most })
  return (name) => {
    const before = known.get(name)
    if (before) return before.found
    const found = find(name)
    if (name.length <= longest) known.set(name, { found })
    return found
  }
}
