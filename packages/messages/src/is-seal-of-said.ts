import type { Seal } from '@interlingua/core'

/** True for the seal of a text, a refusal or media: its block at the end would be taken for the answer. */
export function isSealOfSaid(seal: Seal | undefined): boolean {
  const attachTo = seal?.attachTo
  return attachTo === 'text' || attachTo === 'refusal' || attachTo === 'media'
}
