import { isJsonObject } from '@interlingua/core'
import { plainChoice } from '@interlingua/core/lower'
import type { GenerateRequest, Notice, Part, ReasoningOptions, Tool, Turn } from '@interlingua/core'

/**
 * A request for comparing what it means across formats. Adjacent turns of one author are one turn to every server: tool messages and the
 * user message after them are one user turn, and leading instructions are one. A turn that was reported to be empty is left out: its
 * neighbours become adjacent. Items only group parts, and an empty text without a seal says nothing. A hosted search stands among the tools or beside them.
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
  // A choice among all tools is none.
  const toolChoice = plainChoice(asked, request.tools)
  return {
    ...rest,
    ...(toolChoice !== undefined && { toolChoice }),
    ...(reasoning !== undefined && { reasoning: withoutUsualSummary(reasoning) }),
    turns,
    ...(request.tools !== undefined && { tools: searchLast(request.tools.map(withoutEmptySchema)) }),
  }
}

/** A structure without a name is a `response` where it must have one. */
function withoutUsualName({ output, ...request }: GenerateRequest): GenerateRequest {
  if (output?.format?.type !== 'json-schema' || output.format.name !== 'response')
    return { ...request, ...(output !== undefined && { output }) }
  const { name: _, ...format } = output.format
  return { ...request, output: { ...output, format } }
}

/** Whether a summary is shown where nobody asked for one differs from format to format, and from model to model. */
function withoutUsualSummary({ summary, ...reasoning }: ReasoningOptions): ReasoningOptions {
  return summary === 'auto' || summary === 'none' || summary === undefined ? reasoning : { ...reasoning, summary }
}

/** A result of no text and a result of nothing are the same. */
function comparablePart({ itemId: _, ...part }: Part): Part {
  return part.type === 'tool-result' ? { ...part, parts: part.parts.filter((inner) => inner.type !== 'text' || inner.text !== '') } : part
}

/** A tool without arguments: without a schema, or with that of an object of which nothing is said. `properties: {}` says nothing either. */
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
