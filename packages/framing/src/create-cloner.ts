import type { Json } from '@interlingua/core'

export type Cloner = (object: { readonly [key: string]: Json }) => { [key: string]: Json }

/**
 * Copiers, one for each of the shapes that streams of all formats have, all with the same code: an engine copies objects of at most four
 * shapes at one place of the code ten times as fast as others.
 */
const cloners: readonly Cloner[] = [
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
  (object) => ({ ...object }),
]

/** Copier for objects with the keys of `object`. */
export function createCloner(object: { readonly [key: string]: Json }): Cloner {
  let hash = 0
  for (const key in object) for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) >>> 0
  return cloners[((hash ^ (hash >>> 16)) >>> 0) % cloners.length] as Cloner // in range
}
