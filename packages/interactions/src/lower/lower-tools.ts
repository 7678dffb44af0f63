import { placeOf } from './place-of.ts'
import { isJsonObject, pointer, UnsupportedError } from '@interlingua/core'
import type { BuiltinTool, Context, CustomTool, FunctionTool, GenerateRequest, JsonObject, Pointer, Tool } from '@interlingua/core'
import { clientToolOptions, clientToolSchema, noteToolName, noteWrappedTool, type ReversalDraft } from '@interlingua/core/adapter'
import { notice, type Code } from '../notices.ts'
import { typesOfFamilies } from '../tools.ts'
import { format, hintOf, withHint } from '../wire.ts'

type Report = (code: Code, at: Pointer) => void

const raw: JsonObject = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
}

/** Functions in the place of tools with raw text, and of tools of other vendors that the caller runs; schemas without an empty `required`. */
export function sayTools(request: GenerateRequest, report: Report): GenerateRequest {
  const { tools } = request
  if (tools === undefined) return request
  return { ...request, tools: tools.map((tool, index) => sayTool(tool, tool.at ?? pointer('/tools', index), report)) }
}

function sayTool(tool: Tool, at: Pointer, report: Report): Tool {
  if (tool.type === 'custom') return sayCustom(tool, at, report)
  if (tool.type === 'builtin') {
    const schema = tool.runsOn === 'client' && hintOf(tool).type === undefined ? clientToolSchema(tool) : undefined
    return schema ? sayClientTool(tool, schema, at, report) : tool
  }
  return describe(withoutStrict(tool), at, report)
}

/** Strictness that is not wanted is none; an empty list of what is required is refused. */
function withoutStrict(tool: FunctionTool): FunctionTool {
  const { strict, schema, ...rest } = tool
  const { required, ...open } = schema ?? {}
  const fitted = Array.isArray(required) && required.length === 0 ? open : schema
  return { ...rest, ...(strict === true && { strict }), ...(fitted && { schema: fitted }) }
}

function describe(tool: FunctionTool, at: Pointer, report: Report): FunctionTool {
  const { examples, ...rest } = tool
  if (examples === undefined) return tool
  if (examples.length === 0) return rest
  report('tool-examples-described', placeOf(tool, 'examples', at))
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
  for (const key of clientToolOptions(tool)) report('hosted-tool-option', placeOf(tool, `config.${key}`, at))
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

/** A tool that the service runs: its own, or one that it has as well. */
export function lowerBuiltin(tool: Exclude<Tool, FunctionTool>, at: Pointer, context: Context): Tool | undefined {
  if (tool.type === 'custom') return undefined
  if (hintOf(tool).type !== undefined) return tool
  const { hostedTools } = context.policy
  if (hostedTools === 'reject') throw new UnsupportedError(format, at, 'hosted tools are refused by policy')
  const type = Object.hasOwn(typesOfFamilies, tool.family) ? typesOfFamilies[tool.family] : undefined
  const runs = context.model?.hostedTools?.includes(tool.family) !== false
  if (type === undefined || hostedTools !== 'translate' || !runs) return undefined
  const report = (code: Code, field: string): void => context.onNotice(notice(code, placeOf(tool, field, at)))
  for (const key in tool.config) if (!isNothing(tool.config[key])) report('hosted-tool-option', `config.${key}`)
  if (tool.version !== undefined) report('tool-version-dropped', 'version')
  const { description: _, version: __, cache: ___, ...rest } = tool
  return { ...rest, format, config: {}, extensions: withHint(tool, { type }) }
}

function isNothing(value: JsonObject[string] | undefined): boolean {
  if (value === undefined || value === null) return true
  return typeof value === 'object' && (Object.keys(value).length === 0 || (isJsonObject(value) && value['type'] === 'auto'))
}

/** Leaves hosted tools out where a model takes none beside functions, which the caller needs more. */
export function separateTools(request: GenerateRequest, { model }: Context, report: Report): GenerateRequest {
  const { tools } = request
  if (model?.mixedTools !== false || !tools?.some(({ type }) => type === 'function')) return request
  const kept = tools.filter((tool) => {
    if (tool.type === 'builtin') report('mixed-tools', tool.at ?? '')
    return tool.type !== 'builtin'
  })
  return { ...request, tools: kept }
}
