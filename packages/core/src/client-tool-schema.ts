import type { JsonObject } from './json.ts'
import { isJsonObject } from './parse-json.ts'
import type { BuiltinTool } from './tool.ts'

const text = { type: 'string' } as const
const integer = { type: 'integer' } as const

/**
 * The documented arguments of tools that the caller runs though their vendor defines them.
 * https://docs.anthropic.com/en/docs/agents-and-tools/tool-use, https://platform.openai.com/docs/guides/tools-shell,
 * https://platform.openai.com/docs/guides/tools-apply-patch
 */
const schemas: Readonly<Record<string, JsonObject>> = {
  bash: { type: 'object', properties: { command: text, restart: { type: 'boolean' } } },
  'text-editor': {
    type: 'object',
    properties: {
      command: { type: 'string', enum: ['view', 'create', 'str_replace', 'insert', 'undo_edit'] },
      path: text,
      file_text: text,
      old_str: text,
      new_str: text,
      insert_line: integer,
      insert_text: text,
      view_range: { type: 'array', items: integer },
    },
    required: ['command', 'path'],
  },
  memory: {
    type: 'object',
    properties: {
      command: { type: 'string', enum: ['view', 'create', 'str_replace', 'insert', 'delete', 'rename'] },
      path: text,
      file_text: text,
      old_str: text,
      new_str: text,
      insert_line: integer,
      insert_text: text,
      old_path: text,
      new_path: text,
      view_range: { type: 'array', items: integer },
    },
    required: ['command'],
  },
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

/** Families whose results are screenshots, for which no function can stand in. */
const unspeakable: ReadonlySet<string> = new Set(['computer', 'browser'])

/**
 * Arguments of a vendor's tool that the client runs, as the schema of a function: the documented ones, those that the client declares (tool
 * search), or any object. `undefined` if no function can stand in for the tool.
 */
export function clientToolSchema({ family, config }: BuiltinTool): JsonObject | undefined {
  if (unspeakable.has(family)) return undefined
  const { parameters } = config
  if (isJsonObject(parameters)) return parameters
  return (Object.hasOwn(schemas, family) ? schemas[family] : undefined) ?? { type: 'object' }
}

const said: ReadonlySet<string> = new Set(['description', 'parameters', 'execution'])

/** Options of such a tool that the function's schema leaves out. */
export function clientToolOptions({ config }: BuiltinTool): readonly string[] {
  return Object.keys(config).filter((key) => !said.has(key))
}
