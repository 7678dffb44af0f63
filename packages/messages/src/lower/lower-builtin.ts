import { UnsupportedError, pointer } from '@interlingua/core'
import { clientToolOptions, clientToolSchema, noteToolName } from '@interlingua/core/adapter'
import type { BuiltinTool, Context, Json, Pointer, Tool } from '@interlingua/core'
import type { ReversalDraft } from '@interlingua/core/adapter'
import { hintOf, withHint } from '../extension.ts'
import { notice } from '../notices.ts'
import { crossingTools } from './crossing-tools.ts'

/** Options of a web search in this format. Options of other hosted tools are not shared by any format. */
const searchOptions: ReadonlySet<string> = new Set(['maxUses', 'allowedDomains', 'blockedDomains', 'userLocation'])

/**
 * Lowers a vendor's tool: one of this format stays, one with a counterpart crosses, and a client tool becomes a function; `undefined` for
 * another provider's tool that cannot run here.
 */
export function lowerBuiltin(tool: BuiltinTool, at: Pointer, context: Context, reversals: ReversalDraft): Tool | undefined {
  if (tool.format === 'messages' && (hintOf(tool).type !== undefined || hintOf(tool).slot !== undefined)) return tool
  if (tool.runsOn === 'client') return lowerClientTool(tool, at, context, reversals)
  const { hostedTools } = context.policy
  if (hostedTools === 'reject') throw new UnsupportedError('messages', at, 'hosted tools are refused by policy')
  const known = hostedTools === 'translate' ? crossingTools.get(tool.family) : undefined
  if (known === undefined || context.model?.hostedTools?.includes(tool.family) === false) return undefined
  const config: Record<string, Json> = {}
  for (const key in tool.config) {
    const value = tool.config[key]
    if (value === undefined || isDefault(tool, key, value)) continue
    if (tool.family === 'web-search' && searchOptions.has(key)) config[key] = value
    else context.onNotice(notice('foreign-field', placeOfOption(tool, key, at)))
  }
  if (tool.version !== undefined) context.onNotice(notice('tool-version', `${at}${tool.fields?.version ?? '/version'}` as Pointer)) // two pointers, one after the other
  return { ...tool, ...known, format: 'messages', config, extensions: withHint(tool, { type: `${known.name}_${known.version}` }) }
}

/** True for a container that the provider chooses: the default here, which the source demands to be stated. */
function isDefault({ family }: BuiltinTool, key: string, value: Json): boolean {
  return family === 'code-execution' && key === 'container' && JSON.stringify(value) === '{"type":"auto"}'
}

function placeOfOption(tool: BuiltinTool, key: string, at: Pointer): Pointer {
  const spelled = tool.fields?.[`config.${key}`]
  if (spelled !== undefined) return `${at}${spelled}` as Pointer // two pointers, one after the other
  return pointer(at, key === 'contextSize' ? 'search_context_size' : key)
}

/** Makes a function of the vendor's tool; its calls come back as calls of the vendor's tool. */
function lowerClientTool(tool: BuiltinTool, at: Pointer, context: Context, reversals: ReversalDraft): Tool | undefined {
  const schema = clientToolSchema(tool)
  if (schema === undefined) return undefined
  context.onNotice(notice('tool-client', at))
  for (const key of clientToolOptions(tool)) context.onNotice(notice('foreign-field', placeOfOption(tool, key, at)))
  noteToolName(reversals, tool.name, { name: tool.name, kind: 'builtin' })
  const { description } = tool.config
  const told = tool.description ?? (typeof description === 'string' ? description : undefined)
  return {
    type: 'function',
    at,
    name: tool.name,
    description: told ?? `The ${tool.family} tool, run by the caller.`,
    schema,
    ...(tool.deferred !== undefined && { deferred: tool.deferred }),
    ...(tool.cache && { cache: tool.cache }),
    ...(tool.fields && { fields: tool.fields }),
    ...(tool.extensions && { extensions: tool.extensions }),
  }
}
