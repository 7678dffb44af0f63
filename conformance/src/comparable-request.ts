import { isJsonObject } from '@interlingua/core'
import { plainChoice } from '@interlingua/core/lower'
import type { GenerateRequest, Notice, Part, ReasoningOptions, Tool, Turn } from '@interlingua/core'

/**
 * Request without differences that have no meaning across formats: adjacent turns of one author are joined, as are leading instructions;
 * turns reported as empty are dropped, as are items and empty texts without a seal; and a hosted search stands among the tools or beside
 * them.
 */
export function comparableRequest(request: GenerateRequest, reported: readonly Notice[]): GenerateRequest {
  const turns: Turn[] = []
  for (const { items: _, ...turn } of request.turns) {
    if (reported.some(({ path, code }) => path === turn.at && code.endsWith('/empty-turn'))) continue
    const last = turns.at(-1)
    const parts = turn.parts.filter((part) => part.type !== 'text' || part.text !== '' || part.seal !== undefined).map(comparablePart)
    if (last === undefined || last.author !== turn.author) turns.push({ ...turn, parts })
    else turns[turns.length - 1] = { ...last, parts: [...last.parts, ...parts] }
  }
  const { reasoning, toolChoice: asked, ...rest } = withoutUsualName(request)
  // A choice among all tools is no choice.
  const toolChoice = plainChoice(asked, request.tools)
  return {
    ...rest,
    ...(toolChoice !== undefined && { toolChoice }),
    ...(reasoning !== undefined && { reasoning: withoutUsualSummary(reasoning) }),
    turns,
    ...(request.tools !== undefined && { tools: searchLast(request.tools.map(withoutEmptySchema)) }),
  }
}

/** An output schema without a name gets `response` in formats that demand one. */
function withoutUsualName({ output, ...request }: GenerateRequest): GenerateRequest {
  if (output?.format?.type !== 'json-schema' || output.format.name !== 'response')
    return { ...request, ...(output !== undefined && { output }) }
  const { name: _, ...format } = output.format
  return { ...request, output: { ...output, format } }
}

/** The default of summaries differs from format to format, and from model to model. */
function withoutUsualSummary({ summary, ...reasoning }: ReasoningOptions): ReasoningOptions {
  return summary === 'auto' || summary === 'none' || summary === undefined ? reasoning : { ...reasoning, summary }
}

/** A result with an empty text and one without parts mean the same. */
function comparablePart({ itemId: _, ...part }: Part): Part {
  return part.type === 'tool-result' ? { ...part, parts: part.parts.filter((inner) => inner.type !== 'text' || inner.text !== '') } : part
}

/** A tool without arguments has no schema, or that of an object without properties; `properties: {}` adds nothing. */
function withoutEmptySchema(tool: Tool): Tool {
  if (tool.type !== 'function' || tool.schema?.['type'] !== 'object') return tool
  const { properties, ...schema } = tool.schema
  if (properties !== undefined && !(isJsonObject(properties) && Object.keys(properties).length === 0)) return tool
  const { schema: _, ...rest } = tool
  return Object.keys(schema).length === 1 ? rest : { ...rest, schema }
}

function searchLast(tools: readonly Tool[]): readonly Tool[] {
  const isSearch = (tool: Tool): boolean => tool.type === 'builtin' && tool.family === 'web-search'
  return [...tools.filter((tool) => !isSearch(tool)), ...tools.filter(isSearch)]
}
