import { describeExamples, placeOfField, type FittedFunction } from '@interlingua/adapter-kit'
import { isJsonObject, UnsupportedError } from '@interlingua/core'
import type { Context, FunctionTool, JsonObject, Pointer, Tool } from '@interlingua/core'
import { hasKeys } from '@interlingua/core/adapter'
import { renameInExamples } from '@interlingua/core/lower'
import { isAnthropicStrict, lowerClaudeInput, type ClaudeInput } from '@interlingua/schema'
import { isOlder, type Family } from '../families.ts'
import { namesOfFamilies } from '../hosted.ts'
import { notice, type Code } from '../notices.ts'
import { format } from '../wire.ts'

type Report = (code: Code, at: Pointer) => void

/** A function as this format takes it: without examples, with a schema that the family takes, and strict where schema and model allow it. */
export function fitFunction(tool: FunctionTool, at: Pointer, family: Family | undefined, model: string, report: Report): FittedFunction {
  const strict = tool.strict === true && takesStrict(family, model)
  const { schema, names } = family === 'claude' ? fitInput(tool, at, strict, report) : { schema: tool.schema, names: noNames }
  const fitted = schema === tool.schema || schema === undefined ? tool : { ...tool, schema }
  const named = fitted.examples && names.size > 0 ? { ...fitted, examples: renameInExamples(fitted.examples, names) } : fitted
  const said = describeExamples(named, at, report)
  if (said.strict === undefined) return { tool: said, names }
  const { strict: wanted, ...open } = said
  if (strict && said.schema?.['type'] === 'object' && isAnthropicStrict(said.schema)) return { tool: said, names }
  if (wanted) report('tool-strict', placeOfField(tool, 'strict', at))
  return { tool: open, names }
}

const noNames: ReadonlyMap<string, string> = new Map()

function fitInput(tool: FunctionTool, at: Pointer, strict: boolean, report: Report): ClaudeInput {
  const schemaAt = (): Pointer => placeOfField(tool, 'schema', at)
  // A schema that cannot be enforced is reported once, with the field that asks for it.
  return lowerClaudeInput({ schema: tool.schema, strict, at, schemaAt }, (code, place) => {
    if (code !== 'tool-strict') report(code, place)
  })
}

function takesStrict(family: Family | undefined, model: string): boolean {
  return (family === undefined || family === 'claude' || family === 'nova') && !isOlder(model)
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
