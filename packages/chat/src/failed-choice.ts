import type { Context, Failure, JsonObject } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { decodeFailure } from './decode-failure.ts'

/**
 * What went wrong with a choice that ends in `error`, as OpenRouter and vLLM say of an answer that their upstream or engine gave up: no answer,
 * whatever of it is there. https://openrouter.ai/docs/api-reference/errors
 */
export function failedChoice({ finish_reason: reason, error }: JsonObject, context: Context): Failure | undefined {
  if (reason !== 'error') return undefined
  const said = isJsonObject(error) ? error : { message: 'Server error: the upstream gave up its answer.', type: 'server_error' }
  return decodeFailure({ status: 200, headers: {}, body: { error: said } }, context)
}
