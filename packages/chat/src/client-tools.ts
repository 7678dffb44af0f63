import type { JsonObject } from '@interlingua/core'

const text = { type: 'string' } as const
const integer = { type: 'integer' } as const

/** The documented arguments of tools that the caller runs though their vendor defines them. https://docs.anthropic.com/en/docs/agents-and-tools/tool-use */
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
  computer: {
    type: 'object',
    properties: {
      action: text,
      coordinate: { type: 'array', items: integer },
      text,
      scroll_direction: text,
      scroll_amount: integer,
      duration: { type: 'number' },
    },
    required: ['action'],
  },
}

/** The schema of a builtin tool of this family as a function: its documented arguments, or any object. */
export function clientToolSchema(family: string): JsonObject {
  return (Object.hasOwn(schemas, family) ? schemas[family] : undefined) ?? { type: 'object' }
}
