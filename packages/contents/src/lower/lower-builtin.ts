import { isJsonObject, pointer, UnsupportedError } from '@interlingua/core'
import type { BuiltinTool, Json, JsonObject, Pointer } from '@interlingua/core'
import { hintOf, withHint } from '../extension.ts'
import { readDialect } from '../profiles.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope } from './scope.ts'

/** Members of a tool object for hosted tools that other formats have, too, by family. */
const members: Readonly<Record<string, string>> = {
  'web-search': 'googleSearch',
  'web-fetch': 'urlContext',
  'code-execution': 'codeExecution',
}

/** Usual names of these tools in other formats, whose loss is not reported. */
const usualNames: ReadonlySet<string> = new Set(['web_search', 'web_search_preview', 'web_fetch', 'code_execution', 'code_interpreter'])

/** Lowers a vendor's tool: one of this format stays; search, fetch and code execution cross; `undefined` for any other hosted tool. */
export function lowerBuiltin(tool: BuiltinTool, at: Pointer, scope: LowerScope): BuiltinTool | undefined {
  const { context, report } = scope
  if (hintOf(tool).key !== undefined) return tool
  const { hostedTools } = context.policy
  if (hostedTools === 'reject') throw new UnsupportedError('contents', at, 'hosted tools are refused by policy')
  const key = Object.hasOwn(members, tool.family) ? members[tool.family] : undefined
  const runs = context.model?.hostedTools?.includes(tool.family) !== false
  if (key === undefined || hostedTools !== 'translate' || !runs) return undefined
  const { deferred, version, description: _, ...rest } = tool
  if (deferred === true) report('tool-deferred', placeOf(tool, 'deferred', at))
  if (version !== undefined) report('tool-version-dropped', placeOf(tool, 'version', at))
  if (tool.name !== tool.family && !usualNames.has(tool.name)) report('tool-name', pointer(at, 'name'))
  return { ...rest, format: 'contents', config: lowerConfig(tool, at, scope), extensions: withHint(tool, { key }) }
}

/** Keeps the options of a hosted tool that exist here: on Vertex, domains to exclude from a search. */
function lowerConfig(tool: BuiltinTool, at: Pointer, { context, report }: LowerScope): JsonObject {
  const kept: Record<string, Json> = {}
  for (const option in tool.config) {
    const value = tool.config[option]
    if (value === undefined || isNothing(value)) continue
    if (option === 'blockedDomains' && tool.family === 'web-search' && readDialect(context.dialect).server === 'vertex')
      kept[option] = value
    else report('hosted-tool-option', placeOfOption(tool, option, at))
  }
  return kept
}

/** Place of an option: by its decoder, else under its own name in the tool. */
function placeOfOption(tool: BuiltinTool, option: string, at: Pointer): Pointer {
  const known = tool.fields !== undefined && Object.hasOwn(tool.fields, `config.${option}`)
  return known ? placeOf(tool, `config.${option}`, at) : pointer(at, option)
}

/** True for a container of the provider's choice, the only kind here. */
function isNothing(value: Json): boolean {
  if (value === null) return true
  if (typeof value !== 'object') return false
  const keys = Object.keys(value)
  return keys.length === 0 || (isJsonObject(value) && keys.length === 1 && value.type === 'auto')
}
