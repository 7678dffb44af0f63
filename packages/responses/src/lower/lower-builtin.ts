import { clientToolOptions, clientToolSchema } from '@interlingua/core/adapter'
import type { BuiltinTool, FunctionTool, JsonObject, Pointer } from '@interlingua/core'
import { format, keep } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope } from './scope.ts'

/**
 * Lowers a vendor's tool: one of this format stays, web search and code execution cross if dialect and model run them, and a client tool
 * becomes a function; `undefined` for any other provider's tool.
 */
export function lowerBuiltin(tool: BuiltinTool, at: Pointer, scope: LowerScope): BuiltinTool | FunctionTool | undefined {
  const { dialect, context } = scope
  const runs = dialect.hostedTools?.includes(tool.family) !== false
  // A tool of this format is the server's to refuse.
  if (tool.format === format) return tool
  if (runs && context.policy.hostedTools === 'translate' && context.model?.hostedTools?.includes(tool.family) !== false) {
    if (tool.family === 'web-search') return lowerSearch(tool, at, scope)
    if (tool.family === 'code-execution') return lowerCode(tool, at, scope)
  }
  const schema = tool.runsOn === 'client' ? clientToolSchema(tool) : undefined
  if (schema) {
    scope.report('tool-client', at)
    for (const key of clientToolOptions(tool)) scope.report('hosted-tool-option', placeOfOption(tool, key, at))
    if (tool.cache) scope.report('cache-mark', placeOf(tool, 'cache', at))
    if (tool.deferred === true) scope.report('tool-deferred', placeOf(tool, 'deferred', at))
    return {
      type: 'function',
      at,
      name: tool.name,
      description: tool.description ?? `The ${tool.family} tool, run by the caller.`,
      schema,
      strict: false,
      ...(tool.extensions && { extensions: tool.extensions }),
    }
  }
  return undefined
}

const searchOptions: ReadonlySet<string> = new Set(['contextSize', 'userLocation', 'allowedDomains'])

function lowerSearch(tool: BuiltinTool, at: Pointer, scope: LowerScope): BuiltinTool {
  let config: JsonDraft = {}
  for (const key in tool.config) {
    const value = tool.config[key]
    if (value === undefined) continue
    if (searchOptions.has(key)) config = keep(config, key, value)
    else scope.report('hosted-tool-option', placeOfOption(tool, key, at))
  }
  return crossed(tool, 'web_search', config, at, scope)
}

function placeOfOption(tool: BuiltinTool, key: string, at: Pointer): Pointer {
  return tool.fields?.[`config.${key}`] === undefined ? (`${at}/${key}` as Pointer) : placeOf(tool, `config.${key}`, at) // a pointer and a key
}

function lowerCode(tool: BuiltinTool, at: Pointer, scope: LowerScope): BuiltinTool {
  for (const key in tool.config) scope.report('hosted-tool-option', `${at}/${key}`)
  return crossed(tool, 'code_interpreter', {}, at, scope)
}

/** Makes this format's tool of another vendor's hosted tool. */
function crossed(tool: BuiltinTool, type: string, config: JsonObject, at: Pointer, scope: LowerScope): BuiltinTool {
  // Each vendor has its own name for a tool, which is not reported; a name of the caller's is lost.
  if (tool.name !== type && !usualNames(tool.family).includes(tool.name)) scope.report('tool-name', `${at}/name`)
  if (tool.version !== undefined) scope.report('tool-version', placeOf(tool, 'version', at))
  if (tool.deferred === true) scope.report('tool-deferred', placeOf(tool, 'deferred', at))
  if (tool.description !== undefined) scope.report('foreign-field', placeOf(tool, 'description', at))
  const lowered: Draft<BuiltinTool> = { type: 'builtin', name: type, family: tool.family, runsOn: 'server', format, config, at }
  if (tool.fields) lowered.fields = tool.fields
  if (tool.cache) lowered.cache = tool.cache
  lowered.extensions = { ...tool.extensions, responses: { hint: { type } } }
  return lowered
}

/** Names of a hosted tool at its vendors: the family's, with an underscore or in camel case. */
function usualNames(family: string): readonly string[] {
  return [family.replaceAll('-', '_'), family.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())]
}
