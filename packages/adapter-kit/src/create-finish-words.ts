import type { Context, Finish, FinishReason, Format, Notice, Pointer } from '@interlingua/core'
import type { BasicCode } from './basic-notices.ts'

/** Words for why an answer ended, both ways. */
export interface FinishWords {
  /** `calls`: the answer holds calls of tools, which some servers end like any other. */
  readonly decodeFinish: (word: string, calls: boolean) => Finish
  readonly encodeFinish: (finish: Finish | undefined, context: Context) => string
}

/**
 * The words of a format and what they mean; of two words for one reason the first is printed. `nearest`: the word, with a notice, for a reason
 * that has none; `other` serves those that are not named, and no reason at all. It must not pass for success.
 */
export function createFinishWords(
  format: Format,
  notice: (code: BasicCode, path: Pointer) => Notice,
  reasons: Readonly<Record<string, FinishReason>>,
  nearest: Readonly<Partial<Record<FinishReason, string>>> & { readonly other: string },
): FinishWords {
  return {
    decodeFinish(value, calls) {
      const known = Object.hasOwn(reasons, value) ? reasons[value] : undefined
      return { unified: known === 'stop' && calls ? 'tool-calls' : (known ?? 'other'), raw: { format, value } }
    },
    encodeFinish(finish, context) {
      if (finish?.raw?.format === format) return finish.raw.value
      for (const word in reasons) if (reasons[word] === finish?.unified) return word
      context.onNotice(notice(finish ? 'finish-reason' : 'finish-missing', finish?.at ?? ''))
      return nearest[finish?.unified ?? 'other'] ?? nearest.other
    },
  }
}
