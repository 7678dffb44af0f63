import { pointer, type Pointer } from '@interlingua/core'

/** Place of a further answer in the upstream's document, as far as the place of its part tells. */
export function placeOfCandidate(candidate: number, at: Pointer | undefined): Pointer {
  const segments = at?.split('/') ?? []
  const own = segments.indexOf(String(candidate))
  return own === -1 ? pointer('/candidates', candidate) : (segments.slice(0, own + 1).join('/') as Pointer) // the beginning of a pointer is one
}
