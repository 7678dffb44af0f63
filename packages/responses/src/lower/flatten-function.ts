import { isJsonObject } from '@interlingua/core'
import type { FunctionTool } from '@interlingua/core'
import { addRest, box, hintOf, restOf } from '../extension.ts'
import type { Draft } from '../extension.ts'

/** A function that was declared in the nesting of Chat Completions as the vendor's own server takes it: flat. */
export function flattenFunction(tool: FunctionTool): FunctionTool {
  const { nested, ...hint } = hintOf(tool)
  if (nested !== true) return tool
  const { function: inner, ...outer } = restOf(tool)
  const rest = isJsonObject(inner) ? addRest({ ...outer }, inner) : outer
  const flat: Draft<FunctionTool> = { ...tool }
  const own = box(Object.keys(rest).length === 0 ? undefined : rest, Object.keys(hint).length === 0 ? undefined : hint)
  const { responses: _, ...others } = tool.extensions ?? {}
  flat.extensions = { ...others, ...own }
  return flat
}
