import { isJsonObject } from '@interlingua/core'
import type { Failure, JsonObject, WireReply } from '@interlingua/core'
import { writeFailure } from '../../responses/write-failure.ts'
import { openaiProfile } from '../media/openai-profile.ts'
import type { MediaDialect } from '../media/media-dialect.ts'

/** The errors of a gateway: OpenAI's, with code and message at the top level as well. Ark's rules name fields below `metadata`. */
export const gatewayProfile = {
  ...openaiProfile,
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
