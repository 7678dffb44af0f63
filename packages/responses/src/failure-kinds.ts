import { openaiErrors } from '@interlingua/adapter-kit'
import type { Failure, FailureCode } from '@interlingua/core'

/** Status, `type` and `code` of each failure. The codes of `response.error` are an enum, with `invalid_prompt`. */
export const failureKinds: typeof openaiErrors = {
  ...openaiErrors,
  policy: { ...openaiErrors.policy, code: 'invalid_prompt' },
}

/**
 * Codes that OpenAI sends in `response.error` although its types lack them, and by which Codex decides:
 * https://github.com/openai/codex/blob/main/codex-rs/codex-api/src/sse/responses.rs
 */
const beyondTypes: Readonly<Partial<Record<FailureCode, string>>> = {
  'context-length': 'context_length_exceeded',
  billing: 'insufficient_quota',
  overloaded: 'server_is_overloaded',
}

/**
 * `code` of `response.error` and of the `error` event, from a closed list (`ResponseError` of the SDK): typed clients refuse any other.
 * Agents retry after `server_error`, so that it is used for retryable failures.
 */
export function eventCode({ code, retryable }: Pick<Failure, 'code' | 'retryable'>): string {
  if (code === 'rate-limit') return 'rate_limit_exceeded'
  return beyondTypes[code] ?? (code === 'server' || retryable ? 'server_error' : 'invalid_prompt')
}
