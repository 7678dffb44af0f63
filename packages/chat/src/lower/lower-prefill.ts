import type { Context, Turn } from '@interlingua/core'
import { lowerPrefill as lower } from '@interlingua/core/lower'
import { format } from '../extension.ts'
import { notice } from '../notices.ts'
import { readDialect } from '../profiles.ts'

/**
 * Marks a final assistant turn as a beginning that the model should continue, if the server has a field for that; if it cannot continue,
 * the policy decides.
 */
export function lowerPrefill(turns: readonly Turn[], context: Context): readonly Turn[] {
  const { prefillField } = readDialect(context.dialect)
  const lowered = lower(turns, {
    accepts: prefillField !== undefined || context.model?.prefill !== false,
    policy: context.policy.prefill,
    trimEnd: false,
    keepsFirst: true,
    report: (code, at) => context.onNotice(notice(code, at)),
  })
  const last = lowered[lowered.length - 1]
  if (prefillField === undefined || last?.author !== 'assistant' || last.parts.some(({ type }) => type === 'tool-call')) return lowered
  const own = last.extensions?.[format]
  if (own?.rest?.[prefillField] === true) return lowered
  const extensions = { ...last.extensions, [format]: { ...own, rest: { ...own?.rest, [prefillField]: true } } }
  return [...lowered.slice(0, -1), { ...last, extensions }]
}
