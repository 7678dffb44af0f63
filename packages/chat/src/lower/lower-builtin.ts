import type { BuiltinTool, Context, Pointer, Tool } from '@interlingua/core'
import { clientToolOptions, clientToolSchema } from '@interlingua/core/adapter'
import { format, hintOf } from '../extension.ts'
import { notice } from '../notices.ts'
import { placeOf } from '../place-of.ts'
import { readDialect } from '../profiles.ts'

const searchOptions: ReadonlySet<string> = new Set(['contextSize', 'userLocation'])

/**
 * Lowers a vendor's tool: one of this format stays, a web search runs where it can, and a client tool becomes a function; `undefined` for
 * another provider's tool that cannot run here.
 */
export function lowerBuiltin(tool: BuiltinTool, at: Pointer, context: Context): Tool | undefined {
  const dialect = readDialect(context.dialect)
  // OpenAI's own endpoint searches with its search models only, which is a fact of the model.
  const searches =
    tool.family === 'web-search' && dialect.webSearch !== false && context.model?.hostedTools?.includes('web-search') !== false
  if (searches && context.policy.hostedTools === 'translate') {
    const config: Record<string, BuiltinTool['config'][string]> = {}
    for (const key in tool.config) {
      const value = tool.config[key]
      if (searchOptions.has(key) && value !== undefined) config[key] = value
      else context.onNotice(notice('hosted-tool-option', placeOfOption(tool, key, at)))
    }
    const { cache, deferred, version, ...rest } = tool
    if (version !== undefined) context.onNotice(notice('tool-version-dropped', placeOf(tool, 'version', at)))
    if (cache) context.onNotice(notice('cache-mark', placeOf(tool, 'cache', at)))
    if (deferred === true) context.onNotice(notice('tool-deferred', placeOf(tool, 'deferred', at)))
    return { ...rest, name: 'web_search', format, config }
  }
  if (tool.format === format && hintOf(tool)?.['slot'] !== 'web_search_options') return tool
  const schema = tool.runsOn === 'client' ? clientToolSchema(tool) : undefined
  if (schema) {
    context.onNotice(notice('tool-client', at))
    for (const key of clientToolOptions(tool)) context.onNotice(notice('hosted-tool-option', placeOfOption(tool, key, at)))
    if (tool.cache) context.onNotice(notice('cache-mark', placeOf(tool, 'cache', at)))
    if (tool.deferred === true) context.onNotice(notice('tool-deferred', placeOf(tool, 'deferred', at)))
    const { description } = tool.config
    const told = tool.description ?? (typeof description === 'string' ? description : undefined)
    return {
      type: 'function',
      at,
      name: tool.name,
      description: told ?? `The ${tool.family} tool, run by the caller.`,
      schema,
      ...(tool.extensions && { extensions: tool.extensions }),
    }
  }
  return undefined
}

function placeOfOption(tool: BuiltinTool, key: string, at: Pointer): Pointer {
  return `${at}${tool.fields?.[`config.${key}`] ?? `/${key}`}` as Pointer // two pointers, one after the other
}
