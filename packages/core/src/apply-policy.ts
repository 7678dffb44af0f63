import type { Failure } from './failure.ts'
import type { Notice } from './notice.ts'
import type { Policy } from './policy.ts'

/**
 * The refusal of a request by its notices, if any: asked once, before the request is sent. `translateRequest` asks it itself. Answers are
 * never refused.
 */
export function applyPolicy(notices: readonly Notice[], policy: Policy): Failure | undefined {
  const refused = notices.find((notice) => isRefused(notice, policy))
  if (refused === undefined) return undefined
  // What every policy refuses is no choice that anyone made.
  const chosen = refused.severe !== true || overrideOf(refused.code, policy.overrides) !== undefined
  const why = chosen ? `${refused.code}, ${refused.kind}; refused by policy` : refused.code
  return {
    code: 'invalid-request',
    message: `${refused.path || 'the request'}: ${refused.message} (${why})`,
    retryable: false,
    status: 400,
    path: refused.path,
  }
}

function isRefused(notice: Notice, policy: Policy): boolean {
  const override = overrideOf(notice.code, policy.overrides)
  if (override !== undefined) return override === 'reject'
  if (notice.severe) return true
  if (notice.benign) return false
  switch (policy.strictness) {
    case 'report':
      return false
    case 'reject-dropped':
      return notice.kind === 'dropped'
    case 'reject-any':
      return true
  }
}

/** The word on one code of one format (`chat/top-k`) counts before the word on a code of every format (`any/top-k`). */
function overrideOf(code: Notice['code'], overrides: Policy['overrides']): 'allow' | 'reject' | undefined {
  if (overrides === undefined) return undefined
  if (Object.hasOwn(overrides, code)) return overrides[code]
  const everywhere = `any/${code.slice(code.indexOf('/') + 1)}`
  return Object.hasOwn(overrides, everywhere) ? overrides[everywhere] : undefined
}
