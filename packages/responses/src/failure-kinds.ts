import { openaiErrors } from '@interlingua/adapter-kit'
import type { Failure, FailureCode } from '@interlingua/core'

/** How each failure is told: HTTP status, `type` and `code` of the error object. The codes of `response.error` are an enum, with `invalid_prompt`. */
export const failureKinds: typeof openaiErrors = {
  ...openaiErrors,
  policy: { ...openaiErrors.policy, code: 'invalid_prompt' },
}

/**
 * The words that OpenAI sends in `response.error` although its types do not have them, by which Codex knows what to do:
 * https://github.com/openai/codex/blob/main/codex-rs/codex-api/src/sse/responses.rs
 */
const beyondTypes: Readonly<Partial<Record<FailureCode, string>>> = {
  'context-length': 'context_length_exceeded',
  billing: 'insufficient_quota',
  overloaded: 'server_is_overloaded',
}

/**
 * The `code` of `response.error` and of the `error` event. It is a closed list (`ResponseError` of the SDK): typed clients refuse any other
 * word, and agents try again after `server_error`, so that is for what is worth another try.
 */
export function eventCode({ code, retryable }: Pick<Failure, 'code' | 'retryable'>): string {
  if (code === 'rate-limit') return 'rate_limit_exceeded'
  return beyondTypes[code] ?? (code === 'server' || retryable ? 'server_error' : 'invalid_prompt')
}
