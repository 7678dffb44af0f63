import { isJsonObject, pointer, WireError } from '@interlingua/core'
import { isBase64 } from '@interlingua/core/adapter'
import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { checkTools } from './check-tools.ts'
import { format } from './extension.ts'
import { splitDataUrl } from './parts/data-url.ts'

/** Checks `input`: a string, or items. Items are dispatched by hand, since a union of schemas would name no field. */
export function checkInput(input: Json): void {
  if (typeof input === 'string') return
  if (!Array.isArray(input)) throw new WireError(format, '/input', 'expected a string or an array of items')
  for (let i = 0; i < input.length; i++) checkItem(input[i] ?? null, `/input/${i}`)
}

function checkItem(item: Json, at: Pointer): void {
  if (!isJsonObject(item)) throw new WireError(format, at, 'expected an item object')
  const { type } = item
  if (type === undefined || type === null) {
    if (item.role === undefined && typeof item.id === 'string') return
    checkMessage(item, at)
    return
  }
  if (typeof type !== 'string') throw new WireError(format, `${at}/type`, 'expected a string')
  switch (type) {
    case 'message':
      checkMessage(item, at)
      return
    case 'function_call':
      checkStrings(item, at, ['call_id', 'name', 'arguments'])
      return
    case 'custom_tool_call':
      checkStrings(item, at, ['call_id', 'name', 'input'])
      return
    case 'function_call_output':
      if (item.name === undefined) checkStrings(item, at, ['call_id'])
      checkContent(item.output, pointer(at, 'output'))
      return
    case 'custom_tool_call_output':
      checkStrings(item, at, ['call_id'])
      checkContent(item.output, pointer(at, 'output'))
      return
    case 'shell_call':
    case 'local_shell_call':
    case 'computer_call':
      checkStrings(item, at, ['call_id'])
      checkObject(item.action, pointer(at, 'action'))
      checkObjects(item.actions, pointer(at, 'actions'))
      return
    case 'apply_patch_call':
      checkStrings(item, at, ['call_id'])
      checkObject(item.operation, pointer(at, 'operation'))
      return
    case 'web_search_call':
      checkObject(item.action, pointer(at, 'action'))
      return
    case 'code_interpreter_call':
      checkObjects(item.outputs, pointer(at, 'outputs'))
      return
    case 'shell_call_output':
    case 'apply_patch_call_output':
    case 'computer_call_output':
      checkStrings(item, at, ['call_id'])
      return
    case 'mcp_approval_response':
      checkStrings(item, at, ['approval_request_id'])
      if (typeof item.approve !== 'boolean') throw new WireError(format, `${at}/approve`, 'expected a boolean')
      return
    case 'reasoning':
      checkObjects(item.summary, `${at}/summary`)
      checkObjects(item.content, `${at}/content`)
      return
    case 'additional_tools':
    case 'tool_search_output':
      checkTools(item.tools ?? null, pointer(at, 'tools'))
      return
    case 'item_reference':
      checkStrings(item, at, ['id'])
      return
    default:
      return
  }
}

function checkStrings(item: JsonObject, at: Pointer, keys: readonly string[]): void {
  for (const key of keys) if (typeof item[key] !== 'string') throw new WireError(format, pointer(at, key), expected(item[key], 'a string'))
}

function expected(value: Json | undefined, what: string): string {
  return value === undefined ? 'Field required' : `expected ${what}`
}

function checkObject(value: Json | undefined, at: Pointer): void {
  if (value !== undefined && value !== null && !isJsonObject(value)) throw new WireError(format, at, 'expected an object')
}

function checkObjects(list: Json | undefined, at: Pointer): void {
  if (list === undefined || list === null) return
  if (!Array.isArray(list)) throw new WireError(format, at, 'expected an array')
  for (let i = 0; i < list.length; i++) if (!isJsonObject(list[i])) throw new WireError(format, `${at}/${i}`, 'expected an object')
}

function checkMessage(item: JsonObject, at: Pointer): void {
  if (typeof item.role !== 'string') throw new WireError(format, `${at}/role`, expected(item.role, 'a string'))
  checkContent(item.content, `${at}/content`)
}

function checkContent(content: Json | undefined, at: Pointer): void {
  if (typeof content === 'string') return
  if (!Array.isArray(content)) throw new WireError(format, at, expected(content, 'a string or an array of content parts'))
  for (let i = 0; i < content.length; i++) checkPart(content[i] ?? null, `${at}/${i}`)
}

function checkPart(part: Json, at: Pointer): void {
  if (!isJsonObject(part)) throw new WireError(format, at, 'expected a content part object')
  switch (part.type) {
    case 'input_text':
    case 'output_text':
      checkStrings(part, at, ['text'])
      return
    case 'refusal':
      checkStrings(part, at, ['refusal'])
      return
    case 'input_image':
      checkOneOf(part, at, ['image_url', 'file_id'])
      return
    case 'input_file':
      checkOneOf(part, at, ['file_data', 'file_url', 'file_id'])
      return
    default:
      if (typeof part.type !== 'string') throw new WireError(format, `${at}/type`, expected(part.type, 'a string'))
  }
}

/** Checks that media name their source in one of several fields. */
function checkOneOf(part: JsonObject, at: Pointer, keys: readonly [string, ...string[]]): void {
  let found = false
  for (const key of keys) {
    const value = part[key]
    if (value === undefined || value === null) continue
    if (typeof value !== 'string') throw new WireError(format, pointer(at, key), 'expected a string')
    const bytes = splitDataUrl(value)
    if (bytes !== undefined && !isBase64(bytes.base64)) throw new WireError(format, pointer(at, key), 'expected base64 in the data URL')
    if (key === 'file_data' && bytes === undefined && !isBase64(value))
      throw new WireError(format, pointer(at, key), 'expected base64, or a data URL with base64')
    found = true
  }
  if (!found) throw new WireError(format, pointer(at, keys[0]), `one of ${keys.join(', ')} is required`)
}
