import type { Finish, FinishReason, Format } from '@interlingua/core'
import type { Directives } from '../read-directives.ts'
import { finishReasons } from './finish-reasons.ts'
import { vendorFinishes } from './vendor-finishes.ts'

/** The finish that the directives `finish` and `pause` ask for: a canonical reason, or the vendor's own word. */
export function finishAskedFor(directives: Directives, format: Format): Finish | undefined {
  if (directives.has('pause') && format === 'messages') return { unified: 'pause' }
  const reason = directives.get('finish')?.words[0]
  if (reason === undefined) return undefined
  const words = vendorFinishes[format] ?? {}
  const unified = Object.hasOwn(words, reason) ? words[reason] : undefined
  if (unified !== undefined) return { unified, raw: { format, value: reason } }
  return isReason(reason) ? { unified: reason } : undefined
}

function isReason(word: string): word is FinishReason {
  return Object.hasOwn(finishReasons, word)
}
