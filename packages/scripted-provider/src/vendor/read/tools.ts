import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, Pointer } from '@interlingua/core'
import type { Judged } from '../vendor-rule.ts'
import { object, objects, says, text } from './json.ts'

/** A tool of the caller's own, in any format. */
export interface OwnTool {
  readonly at: Pointer
  readonly name: string
  readonly nameAt: Pointer
  readonly schema: Json | undefined
  readonly schemaAt: Pointer
  readonly strict: boolean | undefined
  readonly tool: JsonObject
}

/** The caller's own tools that take arguments by a schema. */
export function ownTools({ format, body }: Judged): readonly OwnTool[] {
  switch (format) {
    case 'messages':
      return objects(body['tools']).flatMap(([i, tool]) =>
        !says(tool['type']) || tool['type'] === 'custom' ? [ownTool(tool, `/tools/${i}`, 'input_schema')] : [],
      )
    case 'chat':
      return objects(body['tools']).flatMap(([i, tool]) =>
        tool['type'] === 'function' ? [ownTool(object(tool['function']), `/tools/${i}/function`, 'parameters')] : [],
      )
    case 'responses':
      return responsesTools(body['tools'], '/tools')
    case 'contents':
      return objects(body['tools']).flatMap(([i, tool]) =>
        objects(tool['functionDeclarations']).map(([j, declaration]) =>
          ownTool(
            declaration,
            `/tools/${i}/functionDeclarations/${j}`,
            says(declaration['parametersJsonSchema']) ? 'parametersJsonSchema' : 'parameters',
          ),
        ),
      )
  }
}

function responsesTools(tools: Json | undefined, at: Pointer): readonly OwnTool[] {
  return objects(tools).flatMap(([i, tool]) => {
    if (tool['type'] === 'namespace') return responsesTools(tool['tools'], `${at}/${i}/tools`)
    return tool['type'] === 'function' ? [ownTool(tool, `${at}/${i}`, 'parameters')] : []
  })
}

function ownTool(tool: JsonObject, at: Pointer, key: string): OwnTool {
  const { strict } = tool
  return {
    at,
    name: text(tool['name']) ?? '',
    nameAt: `${at}/name`,
    schema: tool[key],
    schemaAt: `${at}/${key}`,
    strict: typeof strict === 'boolean' ? strict : undefined,
    tool,
  }
}

/** The place and kind of a forced tool choice: any tool, or a named one; `undefined` for a free choice. */
export function forcedTool({ format, body }: Judged): { readonly at: Pointer; readonly kind: 'any' | 'named' } | undefined {
  if (format === 'contents') {
    const { mode } = object(object(body['toolConfig'])['functionCallingConfig'])
    return mode === 'ANY' ? { at: '/toolConfig/functionCallingConfig/mode', kind: 'any' } : undefined
  }
  const choice = body['tool_choice']
  if (choice === 'required') return { at: '/tool_choice', kind: 'any' }
  if (!isJsonObject(choice)) return undefined
  const { type } = choice
  if (format === 'messages') {
    if (type === 'any') return { at: '/tool_choice', kind: 'any' }
    return type === 'tool' ? { at: '/tool_choice', kind: 'named' } : undefined
  }
  if (type === 'allowed_tools') {
    const { mode } = format === 'chat' ? object(choice['allowed_tools']) : choice
    return mode === 'required' ? { at: '/tool_choice', kind: 'any' } : undefined
  }
  return { at: '/tool_choice', kind: 'named' }
}
