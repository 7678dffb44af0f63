import type { BuiltinTool, JsonObject, Tool } from '@interlingua/core'
import type { WireDeclaration, WireTool } from './shapes/tool-shape.ts'
import { toJsonSchema } from './to-json-schema.ts'

/** Reads tools into the form that the script offers. */
export function readTools(tools: readonly WireTool[]): readonly Tool[] {
  return tools.flatMap((tool) => [
    ...(tool.functionDeclarations ?? []).map(readFunction),
    ...builtins.flatMap(([key, name, family]): readonly BuiltinTool[] =>
      tool[key] === undefined ? [] : [{ type: 'builtin', name, family, runsOn: 'server', format: 'contents', config: {} }],
    ),
  ])
}

const builtins = [
  ['googleSearch', 'google_search', 'web-search'],
  ['googleSearchRetrieval', 'google_search_retrieval', 'web-search'],
  ['urlContext', 'url_context', 'web-fetch'],
  ['codeExecution', 'code_execution', 'code-execution'],
  ['googleMaps', 'google_maps', 'maps'],
  ['computerUse', 'computer_use', 'computer'],
  ['fileSearch', 'file_search', 'file-search'],
  ['mcpServers', 'mcp_servers', 'mcp'],
] as const

function readFunction({ name, description, parameters, parametersJsonSchema }: WireDeclaration): Tool {
  const schema = parametersJsonSchema ?? parameters
  return {
    type: 'function',
    name,
    ...(description !== undefined && { description }),
    ...(schema !== undefined && { schema: toJsonSchema(schema as JsonObject) }), // a Schema was read from JSON
  }
}
