import type { Part, Seal } from '@interlingua/core'
import { hintOf, withHint } from './extension.ts'

/**
 * The seal that `part` brings late: an empty text (or thought) and nothing but its signature, right behind a text (or thought) without one,
 * whose signature it is. So streams end; in a document it may be so as well.
 */
export function lateSeal(part: Part, before: Part | undefined): Seal | undefined {
  if (part.seal === undefined || before === undefined || before.seal !== undefined || before.type !== part.type) return undefined
  if (part.type === 'text' ? part.text !== '' : part.type !== 'reasoning' || part.segments.length > 0 || part.redacted) return undefined
  if (part.extensions !== undefined) return undefined
  if (before.type === 'text' ? before.text === '' : before.type === 'reasoning' && before.segments.length === 0) return undefined
  return hintOf(before).seal === 'apart' ? undefined : part.seal
}

/** `before` with the seal that came late. The hint prints it late again. */
export function joinSeal(before: Part, seal: Seal): Part {
  return { ...before, seal, extensions: withHint(before, { seal: 'apart' }) }
}
