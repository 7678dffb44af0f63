import { isJsonObject } from '@interlingua/core'
import type { BuiltinTool, Json, JsonObject } from '@interlingua/core'

/** Facts about a vendor-defined tool by its wire type. */
export interface BuiltinType {
  readonly family: string
  readonly name: string
  readonly version?: string
}

const families: readonly { readonly prefix: string; readonly family: string; readonly name: string }[] = [
  { prefix: 'web_search', family: 'web-search', name: 'web_search' },
  { prefix: 'file_search', family: 'file-search', name: 'file_search' },
  { prefix: 'code_interpreter', family: 'code-execution', name: 'code_interpreter' },
  { prefix: 'image_generation', family: 'image-generation', name: 'image_generation' },
  { prefix: 'mcp', family: 'mcp', name: 'mcp' },
  { prefix: 'tool_search', family: 'tool-search', name: 'tool_search' },
  { prefix: 'computer', family: 'computer', name: 'computer' },
  { prefix: 'shell', family: 'shell', name: 'shell' },
  { prefix: 'local_shell', family: 'local-shell', name: 'local_shell' },
  { prefix: 'apply_patch', family: 'apply-patch', name: 'apply_patch' },
  { prefix: 'programmatic_tool_calling', family: 'programmatic-tool-calling', name: 'programmatic_tool_calling' },
]

/** Family, name and version of a wire type: `web_search_preview_2025_03_11` is version `preview_2025_03_11` of `web-search`. */
export function readBuiltinType(type: string): BuiltinType {
  for (const { prefix, family, name } of families) {
    if (type === prefix) return { family, name }
    if (type.startsWith(`${prefix}_`)) return { family, name, version: type.slice(prefix.length + 1) }
  }
  return { family: type, name: type }
}

/** Side that runs a tool. A shell runs at the client, unless it is given a container. */
export function runnerOf(family: string, wire: JsonObject): BuiltinTool['runsOn'] {
  switch (family) {
    case 'computer':
    case 'local-shell':
    case 'apply-patch':
      return 'client'
    case 'shell':
      return isContainer(wire.environment) ? 'server' : 'client'
    case 'tool-search':
      return wire.execution === 'client' ? 'client' : 'server'
    default:
      return 'server'
  }
}

export function isContainer(environment: Json | undefined): boolean {
  return isJsonObject(environment) && typeof environment.type === 'string' && environment.type.startsWith('container')
}
