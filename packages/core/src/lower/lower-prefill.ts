import type { Part, TextPart } from '../part.ts'
import type { Pointer } from '../pointer.ts'
import type { Policy } from '../policy.ts'
import type { Turn } from '../request.ts'

/** Notices that `lowerPrefill` gives under such rules. */
export type PrefillCode<Trims extends boolean = boolean> =
  | 'prefill'
  | 'prefill-instructed'
  | 'prefill-rejected'
  | (Trims extends true ? 'prefill-space' : never)

export interface PrefillRules<Trims extends boolean = boolean> {
  /** True if the model continues its own words. */
  readonly accepts: boolean
  readonly policy: Policy['prefill']
  /** True: white space at the end of the prefill is refused, and so trimmed. */
  readonly trimEnd: Trims
  /** True for the end of a turn that waits for something other than more words, so that the turn stays. Absent: never. */
  readonly pauses?: (end: Part | undefined) => boolean
  /** True: the first turn of a conversation stays in any case, since the target takes no empty conversation. */
  readonly keepsFirst?: boolean
  readonly report: (code: PrefillCode<Trims>, path: Pointer) => void
}

/**
 * Lowers the assistant turns at the end, which the model should continue. If it cannot, the policy decides: `reject` is a severe notice,
 * and the rest can be sent if the caller allows that; returns `turns` itself where the user comes last.
 */
export function lowerPrefill<Trims extends boolean>(turns: readonly Turn[], rules: PrefillRules<Trims>): readonly Turn[] {
  if (turns[turns.length - 1]?.author !== 'assistant') return turns
  if (rules.accepts) return takesSpace(rules) ? trimEnd(turns, rules) : turns
  let start = turns.length
  for (let turn = turns[start - 1]; start > (rules.keepsFirst === true ? 1 : 0) && turn?.author === 'assistant'; turn = turns[start - 1]) {
    if (rules.pauses?.(turn.parts[turn.parts.length - 1]) === true) break
    start--
  }
  return start === turns.length ? turns : replace(turns, start, rules)
}

function replace(turns: readonly Turn[], start: number, { policy, report }: PrefillRules): readonly Turn[] {
  const left = turns.slice(0, start)
  const begun = turns.slice(start)
  const said =
    policy === 'instruct' ? begun.flatMap(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : ''))).join('') : ''
  const code = policy === 'reject' ? 'prefill-rejected' : said === '' ? 'prefill' : 'prefill-instructed'
  for (const turn of begun) report(code, turn.at ?? '')
  if (said === '') return left
  const at = begun[0]?.at ?? ''
  const text = `Begin your answer with exactly this text, and go on from there:\n${said}`
  left.push({ author: 'user', at, parts: [{ type: 'text', text, at }] })
  return left
}

function takesSpace(rules: PrefillRules): rules is PrefillRules<true> {
  return rules.trimEnd
}

function trimEnd(turns: readonly Turn[], { report }: PrefillRules<true>): readonly Turn[] {
  for (let last = turns.length - 1; last >= 0; last--) {
    const turn = turns[last] as Turn // the index is in range
    const count = turn.author === 'assistant' ? turn.parts.length : 0
    let end = count
    let trimmed: TextPart | undefined
    for (let part = turn.parts[end - 1]; end > 0 && part?.type === 'text' && /\s$/.test(part.text); part = turn.parts[end - 1]) {
      report('prefill-space', part.at ?? turn.at ?? '')
      end--
      const text = part.text.trimEnd()
      if (text === '') continue
      trimmed = { ...part, text }
      break
    }
    // A turn of white space alone vanishes, and the turn before it is the end now.
    if (count > 0 && end === 0 && trimmed === undefined) continue
    if (end === count) return last === turns.length - 1 ? turns : turns.slice(0, last + 1)
    const parts: readonly Part[] = trimmed ? [...turn.parts.slice(0, end), trimmed] : turn.parts.slice(0, end)
    return [...turns.slice(0, last), { ...turn, parts }]
  }
  return []
}
