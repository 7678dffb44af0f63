import { isJsonObject } from '@interlingua/core'
import { parseJsonObject } from '@interlingua/core/adapter'
import type { Json, JsonObject } from '@interlingua/core'
import { signThinking } from '../seals/sign-thinking.ts'
import type { ChatDialect } from './chat-dialects.ts'

/**
 * A chat message or delta with these deviations. The function changes printed JSON, because the deviations lie below the level of the
 * adapter.
 */
export function deviateMessage(message: JsonObject, flags: ReadonlySet<ChatDialect>): JsonObject {
  const changed: Record<string, Json> = { ...message }
  const text = changed['reasoning_content']
  if (typeof text === 'string') {
    if (flags.has('openai') || flags.has('reasoning') || flags.has('reasoning-details')) delete changed['reasoning_content']
    if (flags.has('reasoning')) changed['reasoning'] = text
    // A stream has the details already, in pieces.
    if (flags.has('reasoning-details'))
      changed['reasoning_details'] ??= [{ type: 'reasoning.text', text, signature: signThinking(text), format: 'demo-v1', index: 0 }]
  }
  if (flags.has('no-role') && changed['role'] === 'assistant') delete changed['role']
  const calls = changed['tool_calls']
  if (Array.isArray(calls))
    changed['tool_calls'] = (calls as readonly Json[]).map((call) => (isJsonObject(call) ? deviateCall(call, flags) : call)) // Array.isArray widens to any[]
  return changed
}

function deviateCall(call: JsonObject, flags: ReadonlySet<ChatDialect>): JsonObject {
  const changed: Record<string, Json> = { ...call }
  if (flags.has('missing-index')) delete changed['index']
  if (flags.has('restarted-index') && 'index' in changed) changed['index'] = 0
  if (flags.has('missing-id')) delete changed['id']
  if (flags.has('missing-type')) delete changed['type']
  const { function: called } = changed
  if (flags.has('object-arguments') && isJsonObject(called) && typeof called['arguments'] === 'string') {
    const value = parseJsonObject(called['arguments'])
    if (value) changed['function'] = { ...called, arguments: value }
  }
  return changed
}
