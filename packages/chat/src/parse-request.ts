import type { Context, Json, JsonObject, Pointer, WireMessage } from '@interlingua/core'
import { isJsonObject, WireError } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import { checkSchema } from './check-schema.ts'
import { checkBytes } from './check-bytes.ts'
import { format } from './extension.ts'
import { isPlainRequest, wireRequestSchema } from './wire/request.ts'
import type { WireRequest } from './wire/request.ts'

/**
 * Checks a body of `POST /v1/chat/completions` and returns it; unknown keys, roles and part types are legal. Throws WireError and
 * LimitError.
 */
export function parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<WireRequest> {
  const { body } = message
  checkLimits(format, body, context.limits)
  if (!isJsonObject(body)) throw new WireError(format, '', 'the body must be a JSON object')
  const { messages, tools, functions } = body
  if (!isPlainRequest(body)) checkOptions(body)
  if (!Array.isArray(messages)) throw new WireError(format, '/messages', 'expected an array of messages')
  for (let i = 0; i < messages.length; i++) checkMessage(messages[i] ?? null, `/messages/${i}`)
  checkObjects(tools, '/tools')
  checkObjects(functions, '/functions')
  return message as WireMessage<WireRequest> // checked above
}

function checkOptions({ messages: _, tools: __, functions: ___, ...options }: JsonObject): void {
  checkSchema(wireRequestSchema, options, '')
}

function checkObjects(value: Json | undefined, at: Pointer): void {
  if (value === undefined || value === null) return
  if (!Array.isArray(value)) throw new WireError(format, at, 'expected an array')
  for (let i = 0; i < value.length; i++) if (!isJsonObject(value[i])) throw new WireError(format, `${at}/${i}`, 'expected an object')
}

/** Roles are dispatched by hand, since a union of schemas would name no field. */
function checkMessage(message: Json, at: Pointer): void {
  if (!isJsonObject(message)) throw new WireError(format, at, 'expected a message object')
  if (typeof message['role'] !== 'string') throw new WireError(format, `${at}/role`, 'expected a string')
  switch (message['role']) {
    case 'tool':
      checkString(message, 'tool_call_id', at)
      checkContent(message['content'], `${at}/content`)
      return
    case 'function':
      if (typeof message['name'] !== 'string') throw new WireError(format, `${at}/name`, 'expected a string')
      checkContent(message['content'], `${at}/content`)
      return
    case 'assistant':
      checkContent(message['content'], `${at}/content`)
      checkObjects(message['tool_calls'], `${at}/tool_calls`)
      checkString(message, 'refusal', at)
      return
    case 'user':
    case 'system':
    case 'developer':
      checkContent(message['content'], `${at}/content`)
      return
    default:
      return
  }
}

function checkString(wire: JsonObject, key: string, at: Pointer): void {
  const value = wire[key]
  if (value !== undefined && value !== null && typeof value !== 'string')
    throw new WireError(format, `${at}/${key}` as Pointer, 'expected a string') // a pointer and a key of this format, which has no slash
}

function checkContent(content: Json | undefined, at: Pointer): void {
  if (content === undefined || content === null || typeof content === 'string') return
  if (!Array.isArray(content)) throw new WireError(format, at, 'expected a string or an array of content parts')
  for (let i = 0; i < content.length; i++) {
    const part = content[i]
    if (!isJsonObject(part)) throw new WireError(format, `${at}/${i}`, 'expected a content part object')
    if (typeof part['type'] !== 'string') throw new WireError(format, `${at}/${i}/type`, 'expected a string')
    if (part['type'] === 'text' && typeof part['text'] !== 'string') throw new WireError(format, `${at}/${i}/text`, 'expected a string')
    checkBytes(part, `${at}/${i}`)
  }
}
