import type { Seal } from '@interlingua/core'

/** Whether a seal is that of what was said: where it comes last, its block would be taken for the answer. */
export function isSealOfSaid(seal: Seal | undefined): boolean {
  const attachTo = seal?.attachTo
  return attachTo === 'text' || attachTo === 'refusal' || attachTo === 'media'
}
