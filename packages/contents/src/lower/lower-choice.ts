import type { GenerateRequest, Tool, ToolChoice, ToolRef } from '@interlingua/core'
import type { Draft } from '../extension.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope } from './scope.ts'

/** Lowers the choice to the tools that are left, including subsets. A choice of missing tools is dropped. */
export function lowerChoice(request: GenerateRequest, tools: readonly Tool[] | undefined, scope: LowerScope): ToolChoice | undefined {
  const choice = request.toolChoice
  const functions = (tools ?? []).filter(({ type }) => type === 'function')
  if (choice === undefined) return checkedByTools(undefined, request, tools, scope)
  const at = placeOf(request, 'toolChoice', '')
  const lowered: Draft<ToolChoice> = { mode: choice.mode }
  if (functions.length === 0) {
    // The server chooses among functions alone; without functions there is no choice.
    if (choice.mode === 'required' || choice.only !== undefined) scope.report('tool-choice-missing', at)
    else if (choice.checked) scope.report('tool-choice-missing', at)
    return undefined
  }
  if (choice.only !== undefined && choice.mode !== 'none') {
    const only = namesOf(choice.only, functions, scope)
    if (only.length < choice.only.length) scope.report('tool-choice-missing', at)
    if (only.length > 0) lowered.only = only
    // None of the allowed tools is left, and a choice never becomes wider.
    else lowered.mode = 'none'
  }
  if (lowered.mode === 'required' && scope.context.model?.forcedTool === false) {
    scope.report('tool-choice-forced', at)
    lowered.mode = 'auto'
  }
  if (choice.checked && lowered.mode === 'auto') lowered.checked = true
  // Parallel calls are the default; the fates report that they cannot be forbidden.
  if (choice.parallel === false && lowered.mode !== 'none') lowered.parallel = false
  return checkedByTools(lowered, request, tools, scope)
}

function namesOf(only: readonly ToolRef[], functions: readonly Tool[], scope: LowerScope): readonly ToolRef[] {
  const names: ToolRef[] = []
  const declared = new Set(functions.map(({ name }) => name))
  for (const ref of only) {
    const name = scope.nameOf(ref, () => '')
    if (declared.has(name)) names.push(name === ref.name && ref.namespace === undefined && ref.kind === undefined ? ref : { name })
  }
  return names
}

/** Sets the mode that checks calls against the schemas of all functions. */
function checkedByTools(
  choice: ToolChoice | undefined,
  request: GenerateRequest,
  tools: readonly Tool[] | undefined,
  { report }: LowerScope,
): ToolChoice | undefined {
  const functions = (tools ?? []).filter((tool) => tool.type === 'function')
  const strict = functions.filter((tool) => tool.strict === true)
  const all = strict.length > 0 && strict.length === functions.length
  const forced = choice?.mode === 'required'
  const checked = all && !forced && choice?.mode !== 'none'
  for (const tool of functions) {
    // All functions are checked if the mode says so, else none.
    if (tool.strict !== true || checked) continue
    report(forced || choice?.mode === 'none' ? 'tool-choice-checked' : 'tool-strict', placeOf(tool, 'strict'))
  }
  if (!checked || choice?.checked) return choice
  return { ...(choice ?? { mode: 'auto' }), checked: true }
}

/** Removes the flags of tools that `lowerChoice` has handled. */
export function withoutStrict(tools: readonly Tool[] | undefined): readonly Tool[] | undefined {
  if (!tools?.some((tool) => tool.type === 'function' && tool.strict !== undefined)) return tools
  return tools.map((tool) => {
    if (tool.type !== 'function' || tool.strict === undefined) return tool
    const { strict: _, ...rest } = tool
    return rest
  })
}
