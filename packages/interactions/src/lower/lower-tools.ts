import { describeExamples, sayClientTools, placeOfField } from '@interlingua/adapter-kit'
import { isJsonObject, pointer, UnsupportedError } from '@interlingua/core'
import type { Context, FunctionTool, GenerateRequest, JsonObject, Pointer, Tool } from '@interlingua/core'
import { notice, type Code } from '../notices.ts'
import { typesOfFamilies } from '../tools.ts'
import { format, hintOf, withHint } from '../wire.ts'

type Report = (code: Code, at: Pointer) => void

/** Functions in the place of tools with raw text, and of tools of other vendors that the caller runs; schemas without an empty `required`. */
export function sayTools(request: GenerateRequest, report: Report): GenerateRequest {
  const said = sayClientTools(request, format, report)
  const tools = said.tools?.map((tool, index) =>
    tool.type === 'function' && request.tools?.[index] === tool
      ? describeExamples(withoutStrict(tool), tool.at ?? pointer('/tools', index), report)
      : tool,
  )
  return tools === undefined ? request : { ...said, tools }
}

/** Strictness that is not wanted is none; an empty list of what is required is refused. */
function withoutStrict(tool: FunctionTool): FunctionTool {
  const { strict, schema } = tool
  const required = schema?.['required']
  const demands = !Array.isArray(required) || required.length > 0
  if (demands && strict !== false) return tool
  const { strict: _, schema: __, ...rest } = tool
  const { required: ___, ...open } = schema ?? {}
  const fitted = demands ? schema : open
  return { ...rest, ...(strict === true && { strict }), ...(fitted && { schema: fitted }) }
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
  const report = (code: Code, field: string): void => context.onNotice(notice(code, placeOfField(tool, field, at)))
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
