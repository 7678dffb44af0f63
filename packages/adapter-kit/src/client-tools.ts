import { isJsonObject, pointer } from '@interlingua/core'
import type {
  BuiltinTool,
  CustomTool,
  DecodeState,
  Format,
  FunctionTool,
  GenerateRequest,
  JsonObject,
  Pointer,
  Tool,
  ToolCallPart,
} from '@interlingua/core'
import {
  clientToolOptions,
  clientToolSchema,
  noteToolName,
  noteWrappedTool,
  parseExactJson,
  renameKeys,
  type ReversalDraft,
} from '@interlingua/core/adapter'
import { placeOfField } from './place-of-field.ts'

type Code = 'tool-client' | 'tool-custom' | 'tool-grammar' | 'tool-examples-described' | 'hosted-tool-option'
type Report = (code: Code, at: Pointer) => void

const raw: JsonObject = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
}

/** Functions in the place of tools with raw text, and of tools of other vendors that the caller runs, for a format that has functions alone. */
export function sayClientTools(request: GenerateRequest, format: Format, report: Report): GenerateRequest {
  const { tools } = request
  if (tools === undefined || tools.every(({ type }) => type === 'function')) return request
  return { ...request, tools: tools.map((tool, index) => sayTool(tool, format, tool.at ?? pointer('/tools', index), report)) }
}

function sayTool(tool: Tool, format: Format, at: Pointer, report: Report): Tool {
  if (tool.type === 'custom') return sayCustom(tool, at, report)
  if (tool.type === 'function') return tool
  const schema = tool.runsOn === 'client' && tool.format !== format ? clientToolSchema(tool) : undefined
  return schema ? sayClientTool(tool, schema, at, report) : tool
}

/** Examples of input in the words of the description, for a format that has no place for them. */
export function describeExamples(tool: FunctionTool, at: Pointer, report: Report): FunctionTool {
  // Most tools have none, and a copy costs more than the look.
  if (tool.examples === undefined) return tool
  const { examples, ...rest } = tool
  if (examples.length === 0) return rest
  report('tool-examples-described', placeOfField(tool, 'examples', at))
  const said = `Examples of input:\n${examples.map((example) => JSON.stringify(example)).join('\n')}`
  return { ...rest, description: tool.description === undefined ? said : `${tool.description}\n\n${said}` }
}

function sayCustom({ grammar, type: _, ...tool }: CustomTool, at: Pointer, report: Report): FunctionTool {
  report('tool-custom', at)
  if (grammar) report('tool-grammar', pointer(at, 'grammar'))
  return { ...tool, type: 'function', schema: raw }
}

function sayClientTool(tool: BuiltinTool, schema: JsonObject, at: Pointer, report: Report): FunctionTool {
  report('tool-client', at)
  for (const key of clientToolOptions(tool)) report('hosted-tool-option', placeOfField(tool, `config.${key}`, at))
  const { name, description, cache, deferred } = tool
  const told = typeof tool.config['description'] === 'string' ? tool.config['description'] : `The ${tool.family} tool, run by the caller.`
  const marks = { ...(cache && { cache }), ...(deferred !== undefined && { deferred }) }
  return { type: 'function', name, description: description ?? told, schema, at, ...marks }
}

/** Notes which functions stand for other tools, by their names on the wire, so that calls come back as calls of these. */
export function noteCallers(
  said: readonly Tool[],
  asked: readonly Tool[],
  { tools = [] }: GenerateRequest,
  reversals: ReversalDraft,
): void {
  said.forEach((tool, index) => {
    const was = asked[index]
    if (was === undefined || was.type === tool.type) return
    const wire = tools.find(({ name }) => name === tool.name || reversals.toolNames.get(name)?.name === tool.name)?.name ?? tool.name
    if (was.type === 'custom') noteWrappedTool(reversals, wire)
    else noteToolName(reversals, wire, { name: was.name, kind: 'builtin' })
  })
}

/** A call as the client knows it: its own tool, by name and kind, its own id, and its own names of arguments. */
export function restoreClientCall(part: ToolCallPart, sent: DecodeState | undefined): ToolCallPart {
  const ref = sent?.reversals?.toolNames.get(part.name)
  const callId = sent?.reversals?.callIds.get(part.callId) ?? part.callId
  const named = ref === undefined ? part : { ...part, name: ref.name, ...(ref.namespace !== undefined && { namespace: ref.namespace }) }
  const keys = sent?.reversals?.argumentKeys?.get(part.name)
  const call: ToolCallPart = {
    ...named,
    callId,
    ...(ref?.kind === 'builtin' && { kind: 'builtin' }),
    ...(keys && { arguments: renameKeys(part.arguments, keys) }),
  }
  return isWrapped(part.name, sent) ? { ...call, kind: 'custom', arguments: unwrapInput(part.arguments) } : call
}

/** True: the arguments of the tool hold its raw text as one member. */
export function isWrapped(name: string, sent: DecodeState | undefined): boolean {
  return sent?.reversals?.wrappedTools.has(name) === true
}

/** Raw text in `{ "input": text }`; any other text stays. */
export function unwrapInput(text: string): string {
  const value = parseExactJson(text)
  return isJsonObject(value) && typeof value['input'] === 'string' ? value['input'] : text
}
