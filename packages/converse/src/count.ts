import { check } from '@interlingua/adapter-kit'
import { isJsonObject } from '@interlingua/core'
import type { CountAdapter, JsonObject, WireMessage, WireReply } from '@interlingua/core'
import { checkLimits, hasKeys, pathSegment } from '@interlingua/core/adapter'
import { decodeRequest, encodeRequest } from './request.ts'
import { format, wire, type WireCount, type WireCountRequest, type WireRequest } from './wire.ts'

/** Members of a request that count. https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseTokensRequest.html */
const counted = ['messages', 'system', 'toolConfig', 'additionalModelRequestFields'] as const

export function countPathOf(model: string): string {
  return `/model/${pathSegment(model)}/count-tokens`
}

/** Counts of tokens, in which a request of Converse stands as a whole. */
export const count: CountAdapter<WireCountRequest, WireCount> = {
  parseCountRequest(message, context) {
    checkLimits(format, message.body, context.limits)
    check(format, wire.count, message.body)
    return message as WireMessage<WireCountRequest> // the schema took it
  },
  decodeCountRequest: ({ path, query, headers, body }) => decodeRequest({ path, query, headers, body: body.input.converse as WireRequest }), // a request of fewer members
  encodeCountRequest(request): WireMessage<WireCountRequest> {
    const { query, headers, body } = encodeRequest(request)
    const whole = body as JsonObject // printed JSON
    const members = counted.flatMap((key) => (whole[key] === undefined ? [] : [[key, whole[key]] as const]))
    const converse = Object.fromEntries(members) as WireCountRequest['input']['converse'] // members of a request
    return { path: countPathOf(request.model), query, headers, body: { input: { converse } } }
  },
  parseCountResponse(reply) {
    check(format, wire.counted, reply.body)
    return reply as WireReply<WireCount> // the schema took it
  },
  decodeCountResponse({ body }) {
    const { inputTokens, ...rest } = body
    return { inputTokens, ...(hasKeys(rest) && { extensions: { [format]: { rest: rest as JsonObject } } }) } // parsed JSON
  },
  encodeCountResponse({ inputTokens, estimated, extensions }): WireReply<WireCount> {
    const { rest } = extensions?.[format] ?? {}
    return {
      status: 200,
      headers: { 'content-type': 'application/json', ...(estimated && { 'interlingua-estimated': 'true' }) },
      body: { inputTokens, ...(isJsonObject(rest) && rest) },
    }
  },
}
