import type { Json } from '@interlingua/core'

export type Copier = (object: { readonly [key: string]: Json }) => { [key: string]: Json }

/**
 * An engine copies an object of a shape that it has seen at that place of the code in a tenth of the time that any other takes, as long as
 * it has seen no more than four there. Hence one place for each of the shapes that streams of all formats have; all of them do the same.
 */
const copiers: readonly Copier[] = [
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

/** Copies objects that have the keys of `object`. */
export function copierOf(object: { readonly [key: string]: Json }): Copier {
  let hash = 0
  for (const key in object) for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) >>> 0
  return copiers[((hash ^ (hash >>> 16)) >>> 0) % copiers.length] as Copier // in range
}
