import type { JsonObject } from '@interlingua/core'

/** What a server publishes: names and schemas as they come, for nobody in the loop can change them. */
export interface McpServer {
  readonly server: string
  /** The input schema of each tool, by its name. */
  readonly tools: Readonly<Record<string, JsonObject>>
}

/** An object schema, as most are. */
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
