import { isJsonObject } from '@interlingua/core'
import type { BuiltinTool, JsonObject } from '@interlingua/core'

const text = { type: 'string' } as const
const integer = { type: 'integer' } as const

/**
 * The documented arguments of tools that the caller runs though another vendor defines them.
 * https://platform.openai.com/docs/guides/tools-shell, https://platform.openai.com/docs/guides/tools-apply-patch
 */
const schemas: Readonly<Record<string, JsonObject>> = {
  shell: {
    type: 'object',
    properties: { commands: { type: 'array', items: text }, timeout_ms: integer, max_output_length: integer },
    required: ['commands'],
  },
  'local-shell': {
    type: 'object',
    properties: {
      type: { type: 'string', enum: ['exec'] },
      command: { type: 'array', items: text },
      env: { type: 'object', additionalProperties: text },
      timeout_ms: integer,
      user: text,
      working_directory: text,
    },
    required: ['type', 'command'],
  },
  'apply-patch': {
    type: 'object',
    properties: {
      operation: {
        type: 'object',
        properties: { type: { type: 'string', enum: ['create_file', 'update_file', 'delete_file'] }, path: text, diff: text },
        required: ['type', 'path'],
      },
    },
    required: ['operation'],
  },
}

/** Families whose results are what a model sees on a screen: no function can stand in for them. */
const unspeakable: ReadonlySet<string> = new Set(['computer', 'browser'])

/**
 * The arguments of a vendor's tool that the caller runs, as the schema of a function: the documented ones, those that the caller says (a
 * search for tools), or any object; `undefined` where it cannot be one.
 */
export function clientToolSchema({ family, config }: BuiltinTool): JsonObject | undefined {
  if (unspeakable.has(family)) return undefined
  const { parameters } = config
  if (isJsonObject(parameters)) return parameters
  return (Object.hasOwn(schemas, family) ? schemas[family] : undefined) ?? { type: 'object' }
}
