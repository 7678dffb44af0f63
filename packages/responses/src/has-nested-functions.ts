import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject } from '@interlingua/core'

/**
 * True for a body that declares or forces functions in the nesting of Chat Completions (`{type: 'function', function: {…}}`), which the
 * vendor's own server refuses: such a body must not be passed on as it is. `lowerRequest` flattens it.
 */
export function hasNestedFunctions({ tools, tool_choice: choice }: JsonObject): boolean {
  if (Array.isArray(tools) && tools.some(isNested)) return true
  if (!isJsonObject(choice)) return false
  return isNested(choice) || (Array.isArray(choice.tools) && choice.tools.some(isNested))
}

function isNested(value: Json): boolean {
  return isJsonObject(value) && value.type === 'function' && value.name === undefined && isJsonObject(value.function)
}
