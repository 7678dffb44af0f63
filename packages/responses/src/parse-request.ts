import { isJsonObject, WireError } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import type { Context, Json, JsonObject, WireMessage } from '@interlingua/core'
import { check } from './check.ts'
import { checkInput } from './check-input.ts'
import { checkTools } from './check-tools.ts'
import { format } from './extension.ts'
import { formatSchema, isPlainRequest, jsonSchemaFormatSchema, requestSchema } from './wire/request-schemas.ts'
import type { WireRequest } from './wire/wire-request.ts'

/**
 * Checks a body of `POST /v1/responses` and returns it; unknown keys, items, parts and tools are legal. Throws WireError and LimitError.
 */
export function parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<WireRequest> {
  checkBody(message.body, context)
  return message as WireMessage<WireRequest> // checked above
}

/** Checks the common members of requests for responses and for counts. */
export function checkBody(body: unknown, context: Context): void {
  checkLimits(format, body, context.limits)
  if (!isJsonObject(body)) throw new WireError(format, '', 'the body must be a JSON object')
  const { input, tools, tool_choice: choice, prompt, text } = body
  if (!isPlainRequest(body)) checkOptions(body)
  if (body.model === undefined && !isJsonObject(prompt)) throw new WireError(format, '/model', 'Field required')
  if (typeof body.previous_response_id === 'string' && body.conversation !== undefined && body.conversation !== null)
    throw new WireError(format, '/conversation', 'previous_response_id and conversation exclude each other')
  if (isJsonObject(text)) checkFormat(text.format)
  if (input === undefined || input === null) checkAbsent(body)
  else checkInput(input)
  if (tools !== undefined && tools !== null) checkTools(tools)
  checkChoice(choice)
}

function checkOptions({ input: _, tools: __, tool_choice: ___, ...options }: JsonObject): void {
  check(requestSchema, options, '')
}

/** Checks a body without input: the conversation may be at the server, or in a stored prompt. */
function checkAbsent({ previous_response_id: previous, conversation, prompt, instructions }: JsonObject): void {
  for (const other of [previous, conversation, prompt, instructions]) if (other !== undefined && other !== null) return
  throw new WireError(format, '/input', 'Field required')
}

function checkFormat(value: Json | undefined): void {
  if (value === undefined || value === null) return
  check(formatSchema, value, '/text/format')
  if (isJsonObject(value) && value.type === 'json_schema') check(jsonSchemaFormatSchema, value, '/text/format')
}

function checkChoice(choice: Json | undefined): void {
  if (choice === undefined || choice === null || typeof choice === 'string') return
  if (!isJsonObject(choice)) throw new WireError(format, '/tool_choice', 'expected a string or an object')
  if (typeof choice.type !== 'string') throw new WireError(format, '/tool_choice/type', 'expected a string')
}
