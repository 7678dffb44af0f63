import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'

/** True: the input is a list of steps of common kinds, of which the schema has nothing to say. False: the schema decides. */
export function isPlainInput(input: unknown): boolean {
  return Array.isArray(input) && input.every(isPlainStep)
}

function isPlainStep(step: unknown): boolean {
  if (!isJsonObject(step)) return false
  switch (step['type']) {
    case 'user_input':
    case 'model_output':
    case 'thought':
      return hasPlainMembers(step)
    case 'function_call':
      return typeof step['id'] === 'string' && typeof step['name'] === 'string' && isJsonObject(step['arguments']) && hasPlainMembers(step)
    case 'function_result':
      return typeof step['call_id'] === 'string' && step['result'] !== undefined && hasPlainMembers(step)
    default:
      return false
  }
}

function hasPlainMembers(step: JsonObject): boolean {
  for (const key in step) if (!isPlainMember(key, step[key] ?? null)) return false
  return true
}

function isPlainMember(key: string, value: Json): boolean {
  switch (key) {
    case 'content':
      return Array.isArray(value) && value.every(isPlainText)
    case 'summary':
      return Array.isArray(value) && value.every(isJsonObject)
    case 'is_error':
      return typeof value === 'boolean'
    case 'arguments':
    case 'result':
      return true
    case 'type':
    case 'id':
    case 'call_id':
    case 'name':
    case 'signature':
      return typeof value === 'string'
    default:
      return false
  }
}

function isPlainText(content: Json): boolean {
  if (!isJsonObject(content) || content['type'] !== 'text' || typeof content['text'] !== 'string') return false
  for (const key in content) if (key !== 'type' && key !== 'text') return false
  return true
}
