import type { Finish, FinishReason } from '@interlingua/core'
import type { Directives } from '../read-directives.ts'
import { finishReasons } from './finish-reasons.ts'

/** The finish that the directives `finish` and `pause` ask for. */
export function finishAskedFor(directives: Directives, format: string): Finish | undefined {
  if (directives.has('pause') && format === 'messages') return { unified: 'pause' }
  const reason = directives.get('finish')?.words[0]
  return reason !== undefined && isReason(reason) ? { unified: reason } : undefined
}

function isReason(word: string): word is FinishReason {
  return Object.hasOwn(finishReasons, word)
}
