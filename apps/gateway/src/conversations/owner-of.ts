import type { Exchange } from '../exchange.ts'

/** To whom what this request leaves behind belongs. */
export function ownerOf({ key }: Exchange): string {
  return key?.id ?? ''
}
