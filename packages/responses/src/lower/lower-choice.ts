import type { GenerateRequest, Tool, ToolChoice, ToolRef } from '@interlingua/core'
import type { ToolNames } from '@interlingua/core/adapter'
import { plainChoice } from '@interlingua/core/lower'
import type { Draft } from '../extension.ts'
import { hintOf } from '../extension.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope } from './scope.ts'

export interface LoweredChoice {
  readonly choice?: ToolChoice
  readonly tools: readonly Tool[]
  /** Tools among which a call is demanded, if the target can only be asked in words; empty: any tool. Absent: no request in words. */
  readonly asked?: readonly string[]
}

/** Lowers the choice to the tools that are left; it never becomes wider. `added`: some turn adds tools, so that not all are known here. */
export function lowerChoice(
  request: GenerateRequest,
  tools: readonly Tool[],
  added: boolean,
  names: Pick<ToolNames, 'declare' | 'nameOf'>,
  scope: LowerScope,
): LoweredChoice {
  // A choice of this format stays as it was, if the server takes it.
  const plain = !added && (scope.dialect.allowedTools === false || !scope.own)
  const choice = plain ? plainChoice(request.toolChoice, request.tools) : request.toolChoice
  if (choice === undefined) return { tools }
  if (scope.own && scope.dialect.allowedTools !== false) return { choice, tools }
  const at = placeOf(request, 'toolChoice', '')
  if (tools.length === 0 && !added) {
    if (hintOf(request).toolChoice !== 'absent')
      scope.report(choice.mode === 'required' || choice.only ? 'tool-choice-missing' : 'tool-choice-idle', at)
    if (choice.parallel === false) scope.report('tool-choice-idle', placeOf(request, 'toolChoice.parallel', ''))
    return { tools }
  }
  const lowered: Draft<ToolChoice> = { ...choice }
  if (choice.checked !== undefined) delete lowered.checked
  // Servers check the calls of strict tools.
  if (choice.checked && tools.some((tool) => tool.type === 'function' && tool.strict !== true))
    scope.report('tool-choice-checked', placeOf(request, 'toolChoice.checked', ''))
  let left = tools
  if (choice.mode === 'none') delete lowered.only
  else if (choice.only) left = narrow(lowered, choice.only, tools, names, at, scope)
  if (lowered.mode === 'required' && scope.context.model?.forcedTool === false) {
    scope.report('tool-choice-forced', at)
    lowered.mode = 'auto'
    const asked = (lowered.only ?? []).map(({ name }) => name)
    delete lowered.only
    return { choice: lowered, tools: left, asked }
  }
  return { choice: lowered, tools: left }
}

function narrow(
  lowered: Draft<ToolChoice>,
  wanted: readonly ToolRef[],
  tools: readonly Tool[],
  names: Pick<ToolNames, 'declare' | 'nameOf'>,
  at: Parameters<LowerScope['report']>[1],
  scope: LowerScope,
): readonly Tool[] {
  const only: ToolRef[] = []
  const find = indexTools(tools, names)
  for (const ref of wanted) {
    const found = find(ref)
    if (found) only.push(found)
  }
  if (only.length < wanted.length) scope.report('tool-choice-missing', at)
  delete lowered.only
  // None of the allowed tools is left.
  if (only.length === 0) {
    lowered.mode = 'none'
    return tools
  }
  lowered.only = same(only, wanted) ? wanted : only
  if (scope.dialect.allowedTools !== false || (lowered.mode === 'required' && only.length === 1)) return tools
  scope.report('tool-subset', at)
  delete lowered.only
  const kept = new Set(only.map(keyOf))
  return tools.filter((tool) => kept.has(keyOf(tool)))
}

/** Makes a lookup of tools: by name and kind, else by name, else a built-in one by its caller's name. */
function indexTools(tools: readonly Tool[], names: Pick<ToolNames, 'nameOf'>): (ref: ToolRef) => ToolRef | undefined {
  const byName = new Map<string, Tool>()
  const byKind = new Map<string, Tool>()
  const builtins = new Map<string, Tool>()
  for (const tool of tools) {
    const key = keyOf(tool)
    if (!byName.has(key)) byName.set(key, tool)
    if (!byKind.has(`${tool.type}\u0000${key}`)) byKind.set(`${tool.type}\u0000${key}`, tool)
    if (tool.type === 'builtin' && !builtins.has(tool.name)) builtins.set(tool.name, tool)
  }
  return (ref) => {
    const key = keyOf(names.nameOf(ref))
    const tool = byKind.get(`${ref.kind ?? ''}\u0000${key}`) ?? byName.get(key) ?? builtins.get(ref.name)
    if (tool === undefined) return undefined
    return tool.namespace === undefined
      ? { name: tool.name, kind: tool.type }
      : { name: tool.name, namespace: tool.namespace, kind: tool.type }
  }
}

function keyOf({ name, namespace }: ToolRef | Tool): string {
  return `${namespace ?? ''}\u0001${name}`
}

function same(a: readonly ToolRef[], b: readonly ToolRef[]): boolean {
  return (
    a.length === b.length && a.every((ref, i) => ref.name === b[i]?.name && ref.kind === b[i]?.kind && ref.namespace === b[i]?.namespace)
  )
}
