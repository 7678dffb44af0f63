import type { GenerateRequest, Tool, ToolChoice, ToolRef } from '@interlingua/core'
import type { Draft } from '../extension.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope } from './scope.ts'

/** The choice among the tools that are left. Subsets are native; a choice of what is not there is none. */
export function lowerChoice(request: GenerateRequest, tools: readonly Tool[] | undefined, scope: LowerScope): ToolChoice | undefined {
  const choice = request.toolChoice
  const functions = (tools ?? []).filter(({ type }) => type === 'function')
  if (choice === undefined) return checkedByTools(undefined, request, tools, scope)
  const at = placeOf(request, 'toolChoice', '')
  const lowered: Draft<ToolChoice> = { mode: choice.mode }
  if (functions.length === 0) {
    // The server chooses among functions alone: without any there is nothing to choose.
    if (choice.mode === 'required' || choice.only !== undefined) scope.report('tool-choice-missing', at)
    else if (choice.checked) scope.report('tool-choice-missing', at)
    return undefined
  }
  if (choice.only !== undefined && choice.mode !== 'none') {
    const only = namesOf(choice.only, functions, scope)
    if (only.length < choice.only.length) scope.report('tool-choice-missing', at)
    if (only.length > 0) lowered.only = only
    // A choice is never widened: of the tools that may be called none is left.
    else lowered.mode = 'none'
  }
  if (lowered.mode === 'required' && scope.context.model?.forcedTool === false) {
    scope.report('tool-choice-forced', at)
    lowered.mode = 'auto'
  }
  if (choice.checked && lowered.mode === 'auto') lowered.checked = true
  // Several calls at once are what happens unless they are forbidden, which fates report.
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

/** Whether calls are checked against the schemas is said once for all functions, by the mode. */
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
    // All of them are checked, and the mode says so; none is unless it does.
    if (tool.strict !== true || checked) continue
    report(forced || choice?.mode === 'none' ? 'tool-choice-checked' : 'tool-strict', placeOf(tool, 'strict'))
  }
  if (!checked || choice?.checked) return choice
  return { ...(choice ?? { mode: 'auto' }), checked: true }
}

/** The tools without what `lowerChoice` has said of them. */
export function withoutStrict(tools: readonly Tool[] | undefined): readonly Tool[] | undefined {
  if (!tools?.some((tool) => tool.type === 'function' && tool.strict !== undefined)) return tools
  return tools.map((tool) => {
    if (tool.type !== 'function' || tool.strict === undefined) return tool
    const { strict: _, ...rest } = tool
    return rest
  })
}
