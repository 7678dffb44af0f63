import type { Context, GenerateRequest, Pointer, Tool, ToolChoice, ToolRef } from '@interlingua/core'
import { plainChoice } from '@interlingua/core/lower'
import { hintOf } from '../extension.ts'
import type { Draft } from '../extension.ts'
import { notice } from '../notices.ts'
import { readDialect } from '../profiles.ts'

export interface LoweredChoice {
  readonly choice: ToolChoice | undefined
  readonly tools: readonly Tool[]
  /** Tools among which a call is demanded, if the target can only be asked in words; empty: any tool. Absent: no request in words. */
  readonly asked?: readonly string[]
}

/** Lowers the choice to the tools that are left. The choice never becomes wider. */
export function lowerChoice(
  request: GenerateRequest,
  tools: readonly Tool[],
  names: { readonly nameOf: (ref: ToolRef) => string },
  context: Context,
): LoweredChoice {
  const own = hintOf(request)?.['allowed'] === true
  const choice = own ? request.toolChoice : plainChoice(request.toolChoice, request.tools)
  if (choice === undefined) return { choice, tools }
  const dialect = readDialect(context.dialect)
  const at: Pointer = request.fields?.['toolChoice'] ?? '/toolChoice'
  const callable = tools.filter((tool) => tool.type !== 'builtin')
  // A lone web search is no entry of `tools`, so there is nothing to choose.
  if (callable.length === 0 && !tools.some((tool) => tool.type === 'builtin' && tool.family !== 'web-search')) {
    if (hintOf(request)?.['toolChoice'] !== 'absent')
      context.onNotice(notice(choice.mode === 'required' || choice.only ? 'tool-choice-missing' : 'tool-choice-idle', at))
    if (choice.parallel === false) context.onNotice(notice('tool-parallel', request.fields?.['toolChoice.parallel'] ?? at))
    return { choice: undefined, tools }
  }
  const { checked: _, ...unchecked } = choice
  const lowered: Draft<ToolChoice> = unchecked
  if (choice.parallel !== undefined && dialect.parallelToolCalls === false) {
    delete lowered.parallel
    if (choice.parallel === false) context.onNotice(notice('tool-parallel', request.fields?.['toolChoice.parallel'] ?? at))
  }
  let left: readonly Tool[] = tools
  if (choice.mode === 'none') delete lowered.only
  else if (choice.only) left = narrow(lowered, choice.only, tools, names, request, at, context)
  if (lowered.mode !== 'required' || isForced(context)) return { choice: lowered, tools: left }
  context.onNotice(notice('tool-choice-forced', at))
  lowered.mode = 'auto'
  const asked = (lowered.only ?? []).map(({ name }) => name)
  delete lowered.only
  return { choice: lowered, tools: left, asked }
}

/** True if the upstream can be told that some tool must be called. */
function isForced({ dialect, model }: Context): boolean {
  return model?.forcedTool !== false && readDialect(dialect).toolChoice !== 'auto'
}

/** Lowers named tools to those that exist; if the upstream cannot take the names, only these tools are declared. */
function narrow(
  lowered: Draft<ToolChoice>,
  wanted: readonly ToolRef[],
  tools: readonly Tool[],
  names: { readonly nameOf: (ref: ToolRef) => string },
  request: GenerateRequest,
  at: Pointer,
  context: Context,
): readonly Tool[] {
  const own = hintOf(request)?.['allowed'] === true
  const { allowedTools, toolChoice } = readDialect(context.dialect)
  const { model } = context
  const only: ToolRef[] = []
  const kinds = new Map(tools.flatMap(({ name, type }) => (type === 'builtin' ? [] : [[name, type]])))
  for (const ref of wanted) {
    const name = names.nameOf(ref)
    const kind = kinds.get(name)
    if (kind !== undefined) only.push({ name, kind })
  }
  if (only.length < wanted.length) context.onNotice(notice('tool-choice-missing', at))
  delete lowered.only
  // None of the allowed tools is left.
  if (only.length === 0) {
    lowered.mode = 'none'
    return tools
  }
  lowered.only = sameRefs(only, wanted) ? wanted : only
  // A choice that cannot be forced is asked for in words, and then all tools stay.
  const single = lowered.mode === 'required' && only.length === 1
  const takes = single
    ? !isForced(context) || (toolChoice !== 'string' && model?.namedTool !== false)
    : (allowedTools ?? (model?.allowedTools === true || own))
  if (takes) return tools
  delete lowered.only
  const kept = new Set(only.map(({ name }) => name))
  const others = tools.filter((tool) => tool.type !== 'builtin' && !kept.has(tool.name))
  // With a single tool, `required` means the same.
  if (others.length === 0) return tools
  context.onNotice(notice('tool-subset', at))
  for (const tool of others) context.onNotice(notice('tool-left-out', tool.at ?? at))
  return tools.filter((tool) => tool.type === 'builtin' || kept.has(tool.name))
}

function sameRefs(a: readonly ToolRef[], b: readonly ToolRef[]): boolean {
  return a.length === b.length && a.every((ref, i) => ref.name === b[i]?.name && ref.kind === b[i]?.kind)
}
