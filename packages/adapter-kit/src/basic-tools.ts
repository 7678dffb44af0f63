import { pointer, type Context, type Format, type FunctionTool, type GenerateRequest, type Pointer } from '@interlingua/core'
import { createToolNames, noteToolName } from '@interlingua/core/adapter'
import type { Tool, ToolChoice, ToolRef } from '@interlingua/core'
import type { ReversalDraft } from '@interlingua/core/adapter'
import { createUnavailableTools, plainChoice } from '@interlingua/core/lower'
import type { BasicCode } from './basic-notices.ts'

export type Report = (code: BasicCode, at: Pointer) => void
export type NameOf = (ref: ToolRef, at: Pointer) => string

/** Names that the format takes; a changed one is reported once, and noted for the way back. */
export function createNames(
  { tools = [] }: GenerateRequest,
  legal: { readonly illegal: RegExp; readonly limit: number },
  reversals: ReversalDraft,
  report: Report,
): NameOf {
  const names = createToolNames({ ...legal, kinds: false })
  const changed: ToolRef[] = []
  for (const tool of tools) {
    if (tool.type !== 'function') continue
    const ref = refOf(tool)
    if (names.keeps(ref)) names.declare(ref, true)
    else changed.push(ref)
  }
  // Names that stand as they are go first, so that none of them gives way to a changed one.
  for (const ref of changed) names.declare(ref, true)
  return (ref, at) => {
    const { name } = names.nameOf(ref)
    if (name === ref.name || reversals.toolNames.has(name)) return name
    noteToolName(reversals, name, ref)
    report('tool-name', at)
    return name
  }
}

export interface ToolRules {
  readonly format: Format
  readonly tool?: (tool: Exclude<Tool, FunctionTool>, at: Pointer, context: Context) => Tool | undefined
  readonly choosesTools?: boolean
}

/** Declarations, and the choice among them. `called`: names of tools on the wire that the history calls: a call needs a declaration. */
export function lowerTools(
  request: GenerateRequest,
  { format, tool: lowerOther, choosesTools: chooses = false }: ToolRules,
  called: ReadonlySet<string>,
  nameOf: NameOf,
  context: Context,
  report: Report,
): { tools?: readonly Tool[]; toolChoice?: ToolChoice } {
  const at = request.fields?.['toolChoice'] ?? '/toolChoice'
  const { mode = 'auto', only, parallel, checked } = plainChoice(request.toolChoice, request.tools) ?? {}
  const names = mode === 'none' ? undefined : only?.map((ref) => nameOf(ref, at))
  const forced = mode === 'required' && names?.length === 1
  const silent = mode === 'none' && called.size === 0 && !chooses
  const unavailable = createUnavailableTools(request, context.policy.hostedTools, report)
  const tools = new Map<string, Tool>()
  for (const [index, tool] of (request.tools ?? []).entries()) {
    const place = tool.at ?? pointer('/tools', index)
    const lowered =
      tool.type !== 'function' && lowerOther ? lowerOther(tool, place, context) : lowerTool(tool, format, place, nameOf, report)
    if (lowered === undefined && tool.type === 'custom') report('tools', place)
    else if (lowered === undefined) unavailable.note(tool, place)
    else if (tools.has(lowered.name)) report('tool-duplicate', place)
    else if (silent || (!chooses && names && !forced && !names.includes(lowered.name))) report('tool-left-out', place)
    else tools.set(lowered.name, lowered)
  }
  unavailable.settle(tools.size)
  if (names && !forced && !chooses) report('tool-subset', at)
  if (mode === 'none' && !silent && !chooses) report('tool-choice-none', at)
  if (parallel === false) report('tool-parallel', at)
  if (checked === true && !chooses) report('tool-choice-checked', at)
  const stubs = tools.size === 0 ? [...called].map((name): Tool => ({ type: 'function', name, schema: { type: 'object' } })) : []
  if (stubs.length > 0) report('tool-stub', '')
  const declared = [...tools.values(), ...stubs]
  const [name = ''] = names ?? []
  const found = tools.size > 0 && (!forced || tools.has(name))
  if (!found && mode === 'required') report('tool-choice-missing', at)
  if (chooses) return { ...(declared.length > 0 && { tools: declared }), ...chosenAmong(declared, request.toolChoice, names) }
  const chosen = request.toolChoice !== undefined && mode !== 'none' && found
  return {
    ...(declared.length > 0 && { tools: declared }),
    ...(chosen && { toolChoice: forced ? { mode, only: [{ name }] } : { mode } }),
  }
}

/** The choice with the names that are declared; a choice has a meaning beside functions alone. */
function chosenAmong(
  tools: readonly Tool[],
  choice: ToolChoice | undefined,
  names: readonly string[] | undefined,
): { readonly toolChoice?: ToolChoice } {
  const functions = tools.filter(({ type }) => type === 'function').map(({ name }) => name)
  if (choice === undefined || functions.length === 0) return {}
  const { parallel: _, only: __, ...said } = choice
  const only = names?.filter((name) => functions.includes(name)).map((name) => ({ name })) ?? []
  // A tool that is not there cannot be demanded.
  if (names !== undefined && only.length === 0) return {}
  return { toolChoice: only.length > 0 ? { ...said, only } : said }
}

/** A function with an object schema. A tool of the format itself stays as it is; `undefined`: the format has no such tool. */
function lowerTool(tool: Tool, format: Format, at: Pointer, nameOf: NameOf, report: Report): Tool | undefined {
  if (tool.type !== 'function') return tool.type === 'builtin' && tool.format === format ? tool : undefined
  const { schema } = tool
  const legal = schema?.['type'] === 'object'
  if (!legal) report(schema === undefined ? 'tool-schema-added' : 'tool-schema-weakened', at)
  const wanted = nameOf(refOf(tool), at)
  if (legal && wanted === tool.name && tool.namespace === undefined && tool.description?.trim() !== '') return tool
  const { namespace: _, description, schema: __, ...rest } = tool
  const open = schema?.['type'] === undefined ? { ...schema, type: 'object' } : { type: 'object' }
  const said = description?.trim() ? { description } : {}
  return { ...rest, ...said, name: wanted, schema: legal ? schema : open } satisfies FunctionTool
}

/** Reference to a tool, by the tool or a call of it. */
export function refOf({ name, namespace }: Pick<Tool, 'name' | 'namespace'>): ToolRef {
  return namespace === undefined ? { name } : { name, namespace }
}
