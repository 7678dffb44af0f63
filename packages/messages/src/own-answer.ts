import type { Extensions } from '@interlingua/core'
import { hintOf } from './extension.ts'

/** On every answer that this format's decoder read: it has the fields that its server gave it, and needs no others. */
export const ownAnswer = { own: true } as const

export function isOwnAnswer(node: { readonly extensions?: Extensions }): boolean {
  return hintOf(node).own === true
}
