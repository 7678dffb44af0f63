import type { Extensions } from '@interlingua/core'
import { hintOf } from './extension.ts'

/** Hint on every response that this format's decoder read: its own server's members are complete. */
export const ownAnswer = { own: true } as const

export function isOwnAnswer(node: { readonly extensions?: Extensions }): boolean {
  return hintOf(node).own === true
}
