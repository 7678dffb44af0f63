import type { Seal } from '@interlingua/core'
import { unwrapSeal, wrapSeal } from '@interlingua/core/adapter'

/** Mark between the id of a call and its seal. Ids of vendors never hold it. */
const mark = '__sig__'

/** Length of the longest id that is made: clients and their stores cut or refuse longer ones. */
const most = 4096

/**
 * Id of a call with its seal behind it, for clients that return nothing else; the id alone if both are too long. Consists of letters,
 * digits, `_` and `-`.
 */
export function sealedId(id: string, seal: Seal): string {
  const sealed = `${id}${mark}${wrapSeal(seal).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`
  return sealed.length > most ? id : sealed
}

/** Splits an id into the upstream's own id and the seal that a client returned in it. */
export function readSealedId(id: string): { readonly id: string; readonly seal?: Seal } {
  // Most ids are bare, which a search from the front finds out faster.
  if (!id.includes(mark)) return { id }
  const at = id.lastIndexOf(mark)
  const seal = unwrapSeal(
    id
      .slice(at + mark.length)
      .replaceAll('-', '+')
      .replaceAll('_', '/'),
  )
  return seal === undefined ? { id } : { id: id.slice(0, at), seal }
}
