import type { Failure } from '@interlingua/core'
import { findUnstrict } from '../rules/find-unstrict.ts'
import { checkCallOutputs } from './check-call-outputs.ts'
import { checkItems } from './check-items.ts'
import { checkTools } from './check-tools.ts'
import type { ResponseStore } from './create-response-store.ts'
import { refuseResponses } from './refuse-responses.ts'
import type { WireItem } from './shapes/read-item.ts'
import type { ResponsesBody } from './shapes/request-shape.ts'

/** Checks the rules of the responses vendor beyond the schema and refuses in its wording. `items` is the whole conversation. */
export function checkResponsesRequest(body: ResponsesBody, items: readonly WireItem[], known: ResponseStore): Failure | undefined {
  return (
    checkState(body) ??
    checkMetadata(body) ??
    (items.length === 0 ? refuseResponses("Missing required parameter: 'input'.", 'input', 'missing_required_parameter') : undefined) ??
    checkItems(items, known, body.store !== false) ??
    checkCallOutputs(items) ??
    checkTools(body, items) ??
    checkFormat(body, items)
  )
}

function checkState({ model, conversation, previous_response_id, background, store, prompt }: ResponsesBody): Failure | undefined {
  if (model === undefined) return refuseResponses("Missing required parameter: 'model'.", 'model', 'missing_required_parameter')
  if (conversation !== undefined && previous_response_id !== undefined)
    return refuseResponses(
      "Mutually exclusive parameters: 'conversation' and 'previous_response_id'. Ensure you are only providing one.",
      'conversation',
      'mutually_exclusive_parameters',
    )
  if (conversation !== undefined) {
    const id = typeof conversation === 'string' ? conversation : conversation.id
    return refuseResponses(`Conversation with id '${id}' not found.`, 'conversation', undefined, 404)
  }
  if (prompt !== undefined) return refuseResponses(`Prompt with id '${prompt.id}' not found.`, 'prompt', undefined, 404)
  return background === true && store === false
    ? refuseResponses("'background' mode requires 'store' to be true.", 'background', 'invalid_value')
    : undefined
}

function checkMetadata({ metadata }: ResponsesBody): Failure | undefined {
  const keys = Object.keys(metadata ?? {})
  if (keys.length > 16)
    return refuseResponses(
      `Invalid 'metadata': too many properties. Expected an object with at most 16 properties, but got an object with ${keys.length} properties instead.`,
      'metadata',
      'object_above_max_properties',
    )
  const long = keys.find((key) => key.length > 64)
  return long === undefined
    ? undefined
    : refuseResponses(
        `Invalid 'metadata': property name too long. Expected a string with maximum length 64, but got a string with length ${long.length} instead.`,
        'metadata',
        'string_above_max_length',
      )
}

function checkFormat({ text, instructions }: ResponsesBody, items: readonly WireItem[]): Failure | undefined {
  const format = text?.format
  if (format?.type === 'json_object' && !/json/i.test(instructions ?? '') && !items.some(mentionsJson))
    return refuseResponses(
      "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.",
      'input',
    )
  if (format?.type !== 'json_schema') return undefined
  if (!/^[A-Za-z0-9_-]+$/.test(format.name))
    return refuseResponses(
      "Invalid 'text.format.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
      'text.format.name',
      'invalid_value',
    )
  const wrong = format.strict === true ? findUnstrict(format.schema) : undefined
  return wrong === undefined
    ? undefined
    : refuseResponses(`Invalid schema for response_format '${format.name}': ${wrong}.`, 'text.format.schema', 'invalid_json_schema')
}

function mentionsJson(item: WireItem): boolean {
  if (item.type !== 'message') return false
  if (typeof item.content === 'string') return /json/i.test(item.content)
  return item.content.some((part) => 'text' in part && /json/i.test(part.text))
}
