import { isJsonObject } from '@interlingua/core'
import type { FunctionTool } from '@interlingua/core'
import { addRest, extensionOf, hintOf, restOf } from '../extension.ts'
import type { Draft } from '../extension.ts'

/** Flattens a function that was declared in the nesting of Chat Completions, as the vendor's own server demands. */
export function flattenFunction(tool: FunctionTool): FunctionTool {
  const { nested, ...hint } = hintOf(tool)
  if (nested !== true) return tool
  const { function: inner, ...outer } = restOf(tool)
  const rest = isJsonObject(inner) ? addRest({ ...outer }, inner) : outer
  const flat: Draft<FunctionTool> = { ...tool }
  const own = extensionOf(Object.keys(rest).length === 0 ? undefined : rest, Object.keys(hint).length === 0 ? undefined : hint)
  const { responses: _, ...others } = tool.extensions ?? {}
  flat.extensions = { ...others, ...own }
  return flat
}
