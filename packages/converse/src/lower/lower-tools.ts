import { describeExamples, placeOfField, sayClientTools } from '@interlingua/adapter-kit'
import { isJsonObject, pointer, UnsupportedError } from '@interlingua/core'
import type { Context, FunctionTool, GenerateRequest, JsonObject, Pointer, Tool } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import { isAnthropicStrict } from '@interlingua/schema'
import type { Family } from '../families.ts'
import { namesOfFamilies } from '../hosted.ts'
import { notice, type Code } from '../notices.ts'
import { format } from '../wire.ts'

type Report = (code: Code, at: Pointer) => void

/** Functions as this format takes them: without examples, and strict where the schema and the model allow it. */
export function sayTools(request: GenerateRequest, strict: boolean, report: Report): GenerateRequest {
  const said = sayClientTools(request, format, report)
  const { tools } = said
  if (tools === undefined) return said
  return {
    ...said,
    tools: tools.map((tool, index) =>
      tool.type === 'function' ? sayFunction(tool, tool.at ?? pointer('/tools', index), strict, report) : tool,
    ),
  }
}

function sayFunction(tool: FunctionTool, at: Pointer, strict: boolean, report: Report): FunctionTool {
  const said = describeExamples(tool, at, report)
  if (said.strict === undefined) return said
  const { strict: wanted, ...open } = said
  if (!wanted) return open
  if (strict && said.schema?.['type'] === 'object' && isAnthropicStrict(said.schema)) return said
  report('tool-strict', placeOfField(tool, 'strict', at))
  return open
}

/** A tool that Bedrock runs: its own, or one that Nova has as well. */
export function lowerBuiltin(
  tool: Exclude<Tool, FunctionTool>,
  at: Pointer,
  family: Family | undefined,
  context: Context,
): Tool | undefined {
  if (tool.type === 'custom') return undefined
  if (tool.format === format) return tool
  const { hostedTools } = context.policy
  if (hostedTools === 'reject') throw new UnsupportedError(format, at, 'hosted tools are refused by policy')
  const name = Object.hasOwn(namesOfFamilies, tool.family) ? namesOfFamilies[tool.family] : undefined
  const runs = context.model?.hostedTools?.includes(tool.family) !== false
  if (name === undefined || family !== 'nova' || hostedTools !== 'translate' || !runs) return undefined
  const report = (code: Code, field: string): void => context.onNotice(notice(code, placeOfField(tool, field, at)))
  for (const key in tool.config) if (!isNothing(tool.config[key])) report('hosted-tool-option', `config.${key}`)
  if (tool.version !== undefined) report('tool-version-dropped', 'version')
  const { description: _, version: __, ...rest } = tool
  return { ...rest, name, format, config: {} }
}

function isNothing(value: JsonObject[string] | undefined): boolean {
  if (value === undefined || value === null) return true
  return typeof value === 'object' && (!hasKeys(value) || (isJsonObject(value) && value['type'] === 'auto'))
}
