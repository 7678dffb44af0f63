import { isJsonObject } from '@interlingua/core'
import type { BuiltinTool, CustomTool, FunctionTool, JsonObject, Tool } from '@interlingua/core'
import type { ReadBy } from '../shape/shape.ts'
import type { toolShapes } from './shapes/tool-shapes.ts'

/** A tool of a request. */
export type WireTool = {
  readonly [K in keyof typeof toolShapes]: Omit<ReadBy<(typeof toolShapes)[K]>, 'type'> & { readonly type: K }
}[keyof typeof toolShapes]

/** Reads tools into the form that the script offers. A namespace becomes its tools. */
export function readTools(tools: readonly WireTool[]): readonly Tool[] {
  return tools.flatMap((tool): readonly Tool[] => {
    switch (tool.type) {
      case 'function':
        return [readFunction(tool)]
      case 'custom':
        return [readCustom(tool)]
      case 'namespace':
        return tool.tools.map((inner) => ({
          ...(inner.type === 'function' ? readFunction(inner) : readCustom(inner)),
          namespace: tool.name,
        }))
      default:
        return [readBuiltin(tool)]
    }
  })
}

type WireFunction = Extract<WireTool, { type: 'function' }>
type WireCustom = Extract<WireTool, { type: 'custom' }>

function readFunction({ name, description, parameters, strict }: WireFunction): FunctionTool {
  return {
    type: 'function',
    name,
    ...(description !== undefined && { description }),
    ...(parameters !== undefined && { schema: parameters }),
    ...(strict !== undefined && { strict }),
  }
}

function readCustom({ name, description, format }: WireCustom): CustomTool {
  return {
    type: 'custom',
    name,
    ...(description !== undefined && { description }),
    ...(format?.type === 'grammar' && { grammar: { syntax: format.syntax, definition: format.definition } }),
  }
}

function readBuiltin(wire: Exclude<WireTool, { type: 'function' | 'custom' | 'namespace' }>): BuiltinTool {
  const { type, ...rest } = wire
  const config: JsonObject = isJsonObject(rest) ? rest : {}
  const builtin = { type: 'builtin', name: type, format: 'responses', config } as const
  switch (wire.type) {
    case 'web_search':
    case 'web_search_2025_08_26':
    case 'web_search_preview':
    case 'web_search_preview_2025_03_11':
      return { ...builtin, family: 'web-search', runsOn: 'server' }
    case 'shell':
      return { ...builtin, family: 'shell', runsOn: isContainer(wire.environment) ? 'server' : 'client' }
    case 'tool_search':
      return { ...builtin, family: 'tool-search', runsOn: wire.execution === 'client' ? 'client' : 'server' }
    case 'local_shell':
    case 'apply_patch':
    case 'computer':
    case 'computer_use_preview':
      return { ...builtin, family: families[wire.type], runsOn: 'client' }
    default:
      return { ...builtin, family: families[wire.type], runsOn: 'server' }
  }
}

const families = {
  local_shell: 'local-shell',
  apply_patch: 'apply-patch',
  computer: 'computer',
  computer_use_preview: 'computer',
  file_search: 'file-search',
  code_interpreter: 'code-execution',
  image_generation: 'image-generation',
  mcp: 'mcp',
  programmatic_tool_calling: 'programmatic_tool_calling',
} as const

function isContainer(environment: JsonObject | undefined): boolean {
  return environment !== undefined && environment['type'] !== 'local'
}
