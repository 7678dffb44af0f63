import { WireError } from '@interlingua/core'
import type { Context, Count, GenerateRequest, WireMessage, WireReply } from '@interlingua/core'
import { check } from './check.ts'
import { decodeRequest } from './decode-request.ts'
import { encodeBody, encodeHeaders } from './encode-request.ts'
import { addRest, extensionOf, format, hintOf, restOf, without } from './extension.ts'
import type { JsonDraft } from './extension.ts'
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

/** Keys of the prompt, which are all that the counting endpoint takes. */
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
  const { input_tokens: inputTokens } = reply.body
  const rest = without(reply.body, read)
  const extensions = extensionOf(
    rest,
    reply.body.object === 'response.input_tokens' ? undefined : { object: reply.body.object ?? 'absent' },
  )
  return extensions === undefined ? { inputTokens } : { inputTokens, extensions }
}

const read: ReadonlySet<string> = new Set(['input_tokens', 'object'])

export function encodeCountResponse(count: Count, _context: Context): WireReply<WireCount> {
  const { object } = hintOf(count)
  const body: JsonDraft = { input_tokens: count.inputTokens }
  if (object !== 'absent') body.object = object ?? 'response.input_tokens'
  addRest(body, restOf(count))
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (count.estimated) headers['interlingua-estimated'] = 'true'
  return { status: 200, headers, body: body as unknown as WireCount } // the count was printed first
}
