import type { Context, Failure, JsonObject } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { decodeFailure } from './decode-failure.ts'

/**
 * Failure of a choice that ends in `error`, as OpenRouter and vLLM report a response that their upstream or engine gave up; `undefined` for
 * any other choice. The content so far is not a response. https://openrouter.ai/docs/api-reference/errors
 */
export function failedChoice({ finish_reason: reason, error }: JsonObject, context: Context): Failure | undefined {
  if (reason !== 'error') return undefined
  const said = isJsonObject(error) ? error : { message: 'Server error: the upstream gave up its answer.', type: 'server_error' }
  return decodeFailure({ status: 200, headers: {}, body: { error: said } }, context)
}
