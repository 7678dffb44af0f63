import type { JsonObject } from '@interlingua/core'

/** Tools that a server publishes: names and schemas as they come, since no user can change them. */
export interface McpServer {
  readonly server: string
  /** Input schema of each tool by its name. */
  readonly tools: Readonly<Record<string, JsonObject>>
}

/** Makes an object schema of the usual form. */
export function object(properties: JsonObject, required: readonly string[] = [], more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 && { required }), ...more }
}

export const text = { type: 'string' } as const
export const whole = { type: 'integer' } as const
export const number = { type: 'number' } as const
export const flag = { type: 'boolean' } as const

export function list(items: JsonObject): JsonObject {
  return { type: 'array', items }
}
