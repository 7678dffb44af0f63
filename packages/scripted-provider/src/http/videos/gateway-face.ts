import { isJsonObject } from '@interlingua/core'
import type { Failure, JsonObject, WireReply } from '@interlingua/core'
import { writeFailure } from '../../responses/write-failure.ts'
import { openaiFace } from '../media/openai-face.ts'
import type { MediaDialect } from '../media/media-dialect.ts'

/** A gateway's errors: OpenAI's, with code and message at the top as well. What Ark's rules say of a field is said of `metadata`. */
export const gatewayFace = {
  ...openaiFace,
  writeFailure(failure: Failure): WireReply<JsonObject> {
    const own = failure.extensions?.['ark-images']?.rest
    const field = isJsonObject(own) && typeof own['param'] === 'string' ? `metadata.${own['param']}` : undefined
    const named =
      field === undefined ? failure : { ...failure, extensions: { responses: { rest: { param: field, code: 'invalid_value' } } } }
    const { body, ...reply } = writeFailure(named)
    const error = isJsonObject(body['error']) ? body['error'] : {}
    const code = error['code'] ?? (failure.code === 'policy' ? 'content_policy_violation' : 'invalid_request')
    return { ...reply, body: { code, message: failure.message, error: { ...error, code } } }
  },
} as const satisfies Partial<MediaDialect>
