import type { Failure } from './failure.ts'
import type { Notice } from './notice.ts'
import type { Policy } from './policy.ts'

/**
 * Returns the failure by which the policy refuses these notices, if any. Call it once before a request is sent; `translateRequest` calls it
 * itself, and responses are never refused.
 */
export function applyPolicy(notices: readonly Notice[], policy: Policy): Failure | undefined {
  const refused = notices.find((notice) => isRefused(notice, policy))
  if (refused === undefined) return undefined
  // A notice that every policy refuses is not the operator's choice, so the message does not blame the policy.
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

/** Looks up `chat/top-k` before `any/top-k`, which holds for every format. */
function overrideOf(code: Notice['code'], overrides: Policy['overrides']): 'allow' | 'reject' | undefined {
  if (overrides === undefined) return undefined
  if (Object.hasOwn(overrides, code)) return overrides[code]
  const everywhere = `any/${code.slice(code.indexOf('/') + 1)}`
  return Object.hasOwn(overrides, everywhere) ? overrides[everywhere] : undefined
}
