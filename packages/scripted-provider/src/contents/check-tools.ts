import type { Failure } from '@interlingua/core'
import { checkJsonSchema } from './check-json-schema.ts'
import { checkSchema } from './check-schema.ts'
import { isGemini3 } from './is-gemini-3.ts'
import { refuseContents } from './refuse-contents.ts'
import type { ContentsBody } from './shapes/request-shape.ts'
import type { WireDeclaration, WireTool } from './shapes/tool-shape.ts'

/** Checks the declarations, the combination of tools, and the choice. */
export function checkTools({ tools = [], toolConfig }: ContentsBody, model: string): Failure | undefined {
  const names = new Set<string>()
  for (const [i, tool] of tools.entries()) {
    if (Object.keys(tool).length === 0)
      return refuseContents(
        `* GenerateContentRequest.tools[${i}].tool_type: required one_of 'tool_type' must have one initialized field\n`,
        `tools[${i}]`,
      )
    for (const [j, declaration] of (tool.functionDeclarations ?? []).entries()) {
      const failure = checkDeclaration(declaration, `tools[${i}].function_declarations[${j}]`, isGemini3(model))
      if (failure) return failure
      if (names.has(declaration.name)) return refuseContents(`Duplicate function declaration found: ${declaration.name}`, `tools[${i}]`)
      names.add(declaration.name)
    }
  }
  if (names.size > 512) return refuseContents('At most 512 function declarations are supported.', 'tools')
  const builtin = tools.flatMap(builtinsOf)[0]
  if (builtin !== undefined && names.size > 0 && toolConfig?.includeServerSideToolInvocations !== true)
    return refuseContents(
      `Built-in tools ({${builtin}}) and Function Calling cannot be combined in the same request. Please choose one.`,
      'tools',
    )
  return checkChoice(toolConfig, names)
}

function builtinsOf(tool: WireTool): readonly string[] {
  return Object.keys(tool).filter((key) => key !== 'functionDeclarations')
}

function checkDeclaration(declaration: WireDeclaration, at: string, third: boolean): Failure | undefined {
  const { name, parameters, parametersJsonSchema, response, responseJsonSchema } = declaration
  if (!/^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/.test(name))
    return refuseContents(
      `* GenerateContentRequest.${at}.name: Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.\n`,
      `${at}.name`,
    )
  if (parameters && parametersJsonSchema) return refuseContents(`${at}: parameters and parameters_json_schema are mutually exclusive.`, at)
  if (response && responseJsonSchema) return refuseContents(`${at}: response and response_json_schema are mutually exclusive.`, at)
  const wrong =
    (parameters && checkSchema(parameters, `${at}.parameters`, third)) ??
    (parametersJsonSchema && checkJsonSchema(parametersJsonSchema, `${at}.parameters_json_schema`)) ??
    (parametersJsonSchema && !/^object$/i.test(String(parametersJsonSchema['type'] ?? 'object'))
      ? `${at}.parameters_json_schema.type: must be object`
      : undefined)
  return wrong === undefined ? undefined : refuseContents(`* GenerateContentRequest.${wrong}\n`, at)
}

function checkChoice(config: ContentsBody['toolConfig'], names: ReadonlySet<string>): Failure | undefined {
  const { mode, allowedFunctionNames = [] } = config?.functionCallingConfig ?? {}
  if (mode === 'ANY' && names.size === 0)
    return refuseContents('Function calling config is set without function_declarations.', 'tool_config.function_calling_config')
  if (allowedFunctionNames.length > 0 && mode !== 'ANY' && mode !== 'VALIDATED')
    return refuseContents(
      'allowed_function_names should only be set when function calling mode is ANY or VALIDATED.',
      'tool_config.function_calling_config.allowed_function_names',
    )
  const missing = allowedFunctionNames.find((name) => !names.has(name))
  return missing === undefined
    ? undefined
    : refuseContents(
        `allowed_function_names contains '${missing}', which is not in function_declarations.`,
        'tool_config.function_calling_config.allowed_function_names',
      )
}
