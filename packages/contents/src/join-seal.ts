import type { Part, Seal } from '@interlingua/core'
import { hintOf, withHint } from './extension.ts'

/**
 * Seal that `part` brings late: an empty text (or thought) with nothing but a signature, right behind a text (or thought) without one, to
 * which the signature belongs. Streams end so, and documents may; `undefined` for any other part.
 */
export function lateSeal(part: Part, before: Part | undefined): Seal | undefined {
  if (part.seal === undefined || before === undefined || before.seal !== undefined || before.type !== part.type) return undefined
  if (part.type === 'text' ? part.text !== '' : part.type !== 'reasoning' || part.segments.length > 0 || part.redacted) return undefined
  if (part.extensions !== undefined) return undefined
  if (before.type === 'text' ? before.text === '' : before.type === 'reasoning' && before.segments.length === 0) return undefined
  return hintOf(before).seal === 'apart' ? undefined : part.seal
}

/** Part with a late seal. The hint prints it late again. */
export function joinSeal(before: Part, seal: Seal): Part {
  return { ...before, seal, extensions: withHint(before, { seal: 'apart' }) }
}
