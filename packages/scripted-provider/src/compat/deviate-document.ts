import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'
import type { ChatDialect } from './chat-dialects.ts'
import { deviateMessage } from './deviate-message.ts'

/** A chat completion with these deviations. */
export function deviateDocument(document: JsonObject, flags: ReadonlySet<ChatDialect>): JsonObject {
  const { usage, ...rest } = document
  const choices = Array.isArray(rest['choices']) ? (rest['choices'] as readonly Json[]) : [] // Array.isArray widens to any[]
  return {
    ...rest,
    ...(usage !== undefined && !flags.has('no-usage') && { usage }),
    choices: choices.map((choice) => deviateChoice(choice, flags)),
  }
}

function deviateChoice(choice: Json, flags: ReadonlySet<ChatDialect>): Json {
  if (!isJsonObject(choice)) return choice
  const { message } = choice
  return {
    ...choice,
    ...(isJsonObject(message) && { message: deviateMessage(message, flags) }),
    ...(flags.has('stop-with-calls') && choice['finish_reason'] === 'tool_calls' && { finish_reason: 'stop' }),
  }
}
