import { isJsonObject } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import type { Context, Count, GenerateRequest, WireMessage, WireReply } from '@interlingua/core'
import { check } from './check.ts'
import { checkMessages } from './check-messages.ts'
import { decodeRequest } from './decode-request.ts'
import { encodeBody, encodeHeaders, stringsOf } from './encode-request.ts'
import { addRest, hintOf } from './extension.ts'
import { countRequestSchema } from './wire/request-schemas.ts'
import { countSchema } from './wire/response-schemas.ts'
import type { WireCount, WireCountRequest } from './wire/wire-request.ts'

/** https://platform.claude.com/docs/en/api/messages-count-tokens */
export function parseCountRequest(message: WireMessage<unknown>, context: Context): WireMessage<WireCountRequest> {
  checkLimits('messages', message.body, context.limits)
  check(countRequestSchema, message.body, '')
  checkMessages(message.body as WireCountRequest) // the schema has just shown that it is one
  return message as WireMessage<WireCountRequest> // shown by the schema
}

export function decodeCountRequest(message: WireMessage<WireCountRequest>, context: Context): GenerateRequest {
  return decodeRequest(message, context)
}

/** Keys that the counting endpoint refuses. */
const outputKeys = [
  'max_tokens',
  'stop_sequences',
  'stream',
  'temperature',
  'top_p',
  'top_k',
  'metadata',
  'service_tier',
  'container',
  'thread',
  'inference_geo',
  'diagnostics',
  'fallbacks',
  'fallback_credit_token',
]

export function encodeCountRequest(request: GenerateRequest, context: Context): WireMessage<WireCountRequest> {
  const body = encodeBody(request)
  for (const key of outputKeys) delete body[key]
  const hint = hintOf(request)
  return {
    path: '/v1/messages/count_tokens',
    query: isJsonObject(hint.query) ? stringsOf(hint.query) : {},
    headers: encodeHeaders(hint.headers, context),
    body: body as unknown as WireCountRequest, // model and messages are always printed
  }
}

export function parseCountResponse(reply: WireReply<unknown>): WireReply<WireCount> {
  check(countSchema, reply.body, '')
  return reply as WireReply<WireCount> // the schema has just shown that it is one
}

export function decodeCountResponse(reply: WireReply<WireCount>, _context: Context): Count {
  const { input_tokens: inputTokens, ...rest } = reply.body
  return Object.keys(rest).length === 0 ? { inputTokens } : { inputTokens, extensions: { messages: { rest } } }
}

export function encodeCountResponse(count: Count, _context: Context): WireReply<WireCount> {
  const body = addRest({ input_tokens: count.inputTokens }, count.extensions?.messages?.rest ?? {})
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (count.estimated) headers['interlingua-estimated'] = 'true'
  return { status: 200, headers, body: body as unknown as WireCount } // input_tokens was printed first
}
