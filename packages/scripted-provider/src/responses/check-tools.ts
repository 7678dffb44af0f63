import { isJsonObject } from '@interlingua/core'
import type { Failure, JsonObject } from '@interlingua/core'
import { findUnstrict } from '../rules/find-unstrict.ts'
import type { WireTool } from './read-tools.ts'
import { refuseResponses } from './refuse-responses.ts'
import type { WireItem } from './shapes/read-item.ts'
import type { ResponsesBody } from './shapes/request-shape.ts'

/** Checks names of tools, their schemas, and the choice among them. */
export function checkTools(body: ResponsesBody, items: readonly WireItem[]): Failure | undefined {
  const tools = body.tools ?? []
  const failure = checkList(tools, 'tools')
  if (failure) return failure
  const added: WireTool[] = []
  for (const [i, item] of items.entries()) {
    if (item.type !== 'additional_tools' && item.type !== 'tool_search_output') continue
    const wrong = checkList(item.tools, `input[${i}].tools`)
    if (wrong) return wrong
    added.push(...item.tools)
  }
  return checkChoice(body, [...tools, ...added])
}

function checkList(tools: readonly WireTool[], at: string): Failure | undefined {
  const names = new Set<string>()
  for (const [i, tool] of tools.entries()) {
    const failure = checkTool(tool, `${at}[${i}]`)
    if (failure) return failure
    if (!('name' in tool)) continue
    if (names.has(tool.name))
      return refuseResponses(`Invalid '${at}': duplicate tool name '${tool.name}'.`, `${at}[${i}].name`, 'invalid_value')
    names.add(tool.name)
  }
  return undefined
}

function checkTool(tool: WireTool, at: string): Failure | undefined {
  if (tool.type === 'mcp' && tool.server_url === undefined && tool.connector_id === undefined && tool.tunnel_id === undefined)
    return refuseResponses(`Missing required parameter: '${at}.server_url'.`, `${at}.server_url`, 'missing_required_parameter')
  if (!('name' in tool)) return undefined
  if (!/^[A-Za-z0-9_-]+$/.test(tool.name))
    return refuseResponses(
      `Invalid '${at}.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      `${at}.name`,
      'invalid_value',
    )
  if (tool.name.length > 64)
    return refuseResponses(
      `Invalid '${at}.name': string too long. Expected a string with maximum length 64, but got a string with length ${tool.name.length} instead.`,
      `${at}.name`,
      'string_above_max_length',
    )
  if (tool.type === 'namespace') return checkList(tool.tools, `${at}.tools`)
  return tool.type === 'function' ? checkParameters(tool, at) : undefined
}

function checkParameters({ name, parameters, strict }: Extract<WireTool, { type: 'function' }>, at: string): Failure | undefined {
  const wrong =
    strict === true
      ? findUnstrict(parameters ?? {})
      : parameters === undefined || isObjectSchema(parameters)
        ? undefined
        : notObject(parameters)
  return wrong === undefined
    ? undefined
    : refuseResponses(`Invalid schema for function '${name}': ${wrong}.`, `${at}.parameters`, 'invalid_function_parameters')
}

function isObjectSchema(schema: JsonObject): boolean {
  return schema['type'] === 'object' || Object.keys(schema).length === 0
}

function notObject({ type }: JsonObject): string {
  return `schema must be a JSON Schema of 'type: "object"', got 'type: "${typeof type === 'string' ? type : 'None'}"'`
}

function checkChoice({ tool_choice: choice }: ResponsesBody, tools: readonly WireTool[]): Failure | undefined {
  if (choice === undefined || choice === 'none' || choice === 'auto') return undefined
  if (typeof choice === 'string')
    return choice !== 'required'
      ? refuseResponses(`Invalid value: '${choice}'. Supported values are: 'none', 'auto', and 'required'.`, 'tool_choice', 'invalid_value')
      : tools.length === 0
        ? refuseResponses("Tool choice 'required' must be specified with 'tools' parameter.", 'tool_choice', 'invalid_value')
        : undefined
  if (choice.type === 'allowed_tools') {
    const missing = choice.tools.find((ref) => isJsonObject(ref) && !tools.some((tool) => isNamed(tool, String(ref['type']), nameOf(ref))))
    return missing ? unknownChoice(`${String(missing['type'])} ${nameOf(missing) ?? ''}`) : undefined
  }
  const name = 'name' in choice && choice.type !== 'mcp' ? choice.name : undefined
  return tools.some((tool) => isNamed(tool, choice.type, name)) ? undefined : unknownChoice(name ?? choice.type)
}

function nameOf(ref: JsonObject): string | undefined {
  return typeof ref['name'] === 'string' ? ref['name'] : undefined
}

function isNamed(tool: WireTool, type: string, name: string | undefined): boolean {
  if (tool.type === 'namespace') return tool.tools.some((inner) => inner.type === type && inner.name === name)
  if (tool.type !== type && !(tool.type.startsWith('web_search') && type.startsWith('web_search'))) return false
  return name === undefined || !('name' in tool) || tool.name === name
}

function unknownChoice(what: string): Failure {
  return refuseResponses(`Tool choice '${what.trim()}' not found in 'tools' parameter.`, 'tool_choice', 'invalid_value')
}
