import { WireError } from '@interlingua/core'
import type { Context, Count, GenerateRequest, WireMessage, WireReply } from '@interlingua/core'
import { check } from './check.ts'
import { decodeRequest } from './decode-request.ts'
import { encodeBody, encodeHeaders } from './encode-request.ts'
import { addRest, format, hintOf } from './extension.ts'
import { checkBody } from './parse-request.ts'
import { countSchema } from './wire/request-schemas.ts'
import type { WireCount, WireCountRequest, WireRequest } from './wire/wire-request.ts'

/** https://platform.openai.com/docs/api-reference/responses/input-tokens */
export function parseCountRequest(message: WireMessage<unknown>, context: Context): WireMessage<WireCountRequest> {
  checkBody(message.body, context)
  const { model } = message.body as { readonly model?: unknown } // an object, as has just been shown
  if (typeof model !== 'string') throw new WireError(format, '/model', 'Field required')
  return message as WireMessage<WireCountRequest> // checked above
}

export function decodeCountRequest(message: WireMessage<WireCountRequest>, context: Context): GenerateRequest {
  return decodeRequest(message as unknown as WireMessage<WireRequest>, context) // a request without what concerns the answer
}

/** What the prompt is made of: the counting endpoint takes nothing else. */
const promptKeys = [
  'model',
  'input',
  'instructions',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'reasoning',
  'text',
  'truncation',
  'previous_response_id',
  'conversation',
  'personality',
] as const

export function encodeCountRequest(request: GenerateRequest, context: Context): WireMessage<WireCountRequest> {
  const whole = encodeBody(request, context)
  const body: Record<string, (typeof whole)[string]> = {}
  for (const key of promptKeys) if (whole[key] !== undefined) body[key] = whole[key]
  return {
    path: '/v1/responses/input_tokens',
    query: {},
    headers: encodeHeaders(hintOf(request).headers),
    body: body as unknown as WireCountRequest, // the model was printed
  }
}

export function parseCountResponse(reply: WireReply<unknown>): WireReply<WireCount> {
  check(countSchema, reply.body, '')
  return reply as WireReply<WireCount> // the schema has just shown that it is one
}

export function decodeCountResponse(reply: WireReply<WireCount>, _context: Context): Count {
  const { input_tokens: inputTokens, object, ...rest }: Partial<WireCount> & Pick<WireCount, 'input_tokens'> = reply.body
  const kept = object === 'response.input_tokens' || object === undefined ? rest : { ...rest, object }
  if (object === undefined) return { inputTokens, extensions: { responses: { rest, hint: { object: 'absent' } } } }
  return Object.keys(kept).length === 0 ? { inputTokens } : { inputTokens, extensions: { responses: { rest: kept } } }
}

export function encodeCountResponse(count: Count, _context: Context): WireReply<WireCount> {
  const kept = count.extensions?.responses?.rest ?? {}
  const body = addRest({ object: 'response.input_tokens', input_tokens: count.inputTokens }, kept)
  if (kept.object !== undefined) body.object = kept.object
  if (count.extensions?.responses?.hint?.object === 'absent') delete body.object
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (count.estimated) headers['interlingua-estimated'] = 'true'
  return { status: 200, headers, body: body as unknown as WireCount } // both keys were printed first
}
