import type { Seal } from '@interlingua/core'
import { unwrapSeal, wrapSeal } from '@interlingua/core'

/** Between the id of a call and its seal. Ids of vendors have nothing like it. */
const mark = '__sig__'

/** The longest id that is made: clients and their stores cut or refuse longer ones. */
const most = 4096

/**
 * The id of a call with its seal behind it, for clients that bring nothing else back; the id alone where both are too long. Ids may hold letters,
 * digits, `_` and `-`.
 */
export function sealedId(id: string, seal: Seal): string {
  const sealed = `${id}${mark}${wrapSeal(seal).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`
  return sealed.length > most ? id : sealed
}

/** The id of a call as its upstream knows it, and the seal that a client brought back in it. */
export function readSealedId(id: string): { readonly id: string; readonly seal?: Seal } {
  const at = id.lastIndexOf(mark)
  if (at === -1) return { id }
  const seal = unwrapSeal(
    id
      .slice(at + mark.length)
      .replaceAll('-', '+')
      .replaceAll('_', '/'),
  )
  return seal === undefined ? { id } : { id: id.slice(0, at), seal }
}
