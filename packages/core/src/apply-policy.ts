import type { Failure } from './failure.ts'
import type { Notice } from './notice.ts'
import type { Policy } from './policy.ts'

/** Called once, between encoding a request and sending it, on that request's notices. A failure is the refusal; answers are never refused. */
export function applyPolicy(notices: readonly Notice[], policy: Policy): Failure | undefined {
  const refused = notices.find((notice) => isRefused(notice, policy))
  if (refused === undefined) return undefined
  return {
    code: 'invalid-request',
    message: `${refused.path || 'the request'}: ${refused.message} (${refused.code}, ${refused.kind}; refused by policy)`,
    retryable: false,
    status: 400,
    path: refused.path,
  }
}

function isRefused(notice: Notice, policy: Policy): boolean {
  const override = policy.overrides && Object.hasOwn(policy.overrides, notice.code) ? policy.overrides[notice.code] : undefined
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
