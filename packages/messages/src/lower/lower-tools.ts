import { pointer } from '@interlingua/core'
import { noteWrappedTool } from '@interlingua/core/adapter'
import { createUnavailableTools, limitTools, plainChoice, renameInExamples } from '@interlingua/core/lower'
import type { ArgumentKeys } from '@interlingua/core/lower'
import type { Context, CustomTool, FunctionTool, GenerateRequest, JsonObject, Pointer, Tool, ToolChoice, ToolRef } from '@interlingua/core'
import type { ReversalDraft } from '@interlingua/core/adapter'
import { isAnthropicStrict } from '@interlingua/schema'
import { hintOf, withHint } from '../extension.ts'
import type { Draft } from '../extension.ts'
import { notice } from '../notices.ts'
import { isOwn } from './is-own.ts'
import { lowerBuiltin } from './lower-builtin.ts'
import { lowerInputSchema } from './lower-input-schema.ts'
import { placeOfName } from './tool-names.ts'

export interface LoweredTools {
  readonly tools?: readonly Tool[]
  readonly toolChoice?: ToolChoice
  /** Tools among which a call is demanded, if the target can only be asked in words; empty: any tool. Absent: no request in words. */
  readonly asked?: readonly string[]
}

/** Lowers declarations and the choice among them. */
export function lowerTools(
  request: GenerateRequest,
  context: Context,
  nameOf: (ref: ToolRef, place: () => Pointer) => string,
  reversals: ReversalDraft,
  keys: ArgumentKeys,
): LoweredTools {
  const report = (code: Parameters<typeof notice>[0], at: Pointer): void => context.onNotice(notice(code, at))
  if (request.tools === undefined && request.toolChoice === undefined) {
    const stubs = withStubs(undefined, request, nameOf, report)
    return stubs ? { tools: stubs } : {}
  }
  const own = isOwn(request)
  const choice = own ? request.toolChoice : plainChoice(request.toolChoice, request.tools)
  const only = choice?.only
  const subset = only !== undefined && !(choice?.mode === 'required' && only.length === 1) ? only : undefined
  const wanted = subset && new Set(subset.map(keyOf))
  let tools: Tool[] | undefined
  let unchecked = false
  const names = new Set<string>()
  const unavailable = createUnavailableTools(request, context.policy.hostedTools, report)
  for (const [index, tool] of (request.tools ?? []).entries()) {
    const at = tool.at ?? pointer('/tools', index)
    const lowered =
      tool.type === 'builtin' ? lowerBuiltin(tool, at, context, reversals) : lowerDeclared(tool, at, context, nameOf, reversals, keys)
    if (lowered === undefined) {
      unavailable.note(tool, at)
      continue
    }
    if (names.has(lowered.name) && hintOf(lowered).unnamed !== true && hintOf(lowered).slot === undefined && !own) {
      report('tool-duplicate', at)
      continue
    }
    names.add(lowered.name)
    if (wanted && !wanted.has(keyOf(tool))) {
      report('tool-left-out', at)
      continue
    }
    const shown = lowered.deferred === true && !own ? declaredPlainly(lowered, at, report) : lowered
    const made = choice?.checked && shown.type === 'function' ? check(shown) : shown
    if (choice?.checked && made.type === 'function' && made.strict !== true) unchecked = true
    ;(tools ??= []).push(made)
  }
  unavailable.settle(tools?.length ?? 0)
  if (tools && !own) tools = [...limitTools(tools, context.model ?? {}, report)]
  if (unchecked) report('tool-choice-checked', at(request, '/toolChoice'))
  if (subset) report('tool-subset', at(request, '/toolChoice'))
  if (request.tools && tools === undefined && request.tools.length === 0) tools = []
  tools = withStubs(tools, request, nameOf, report)
  const lowered: Draft<LoweredTools> = {}
  if (tools) lowered.tools = tools
  const chosen = choice && lowerChoice(choice, tools, request, context, nameOf)
  if (chosen && chosen.mode === 'required' && context.model?.forcedTool === false) {
    report('tool-choice-forced', at(request, '/toolChoice'))
    const { only: named = subset ?? [], ...rest } = chosen
    lowered.toolChoice = { ...rest, mode: 'auto' }
    lowered.asked = named.map((ref) => nameOf(ref, () => at(request, '/toolChoice')))
  } else if (chosen) lowered.toolChoice = chosen
  return lowered
}

function keyOf({ name, namespace }: ToolRef): string {
  return namespace === undefined ? name : `${namespace}\u0001${name}`
}

/** Declares a deferred tool at once: the search of another format is not here, and a model would never see the tool. */
function declaredPlainly(tool: Tool, at: Pointer, report: (code: Parameters<typeof notice>[0], at: Pointer) => void): Tool {
  report('tool-deferred', `${at}${tool.fields?.deferred ?? '/deferred'}` as Pointer) // two pointers, one after the other
  const { deferred: _, ...plain } = tool
  return plain
}

/** Makes a tool strict for a choice that demands it, as far as its schema allows. */
function check(tool: FunctionTool): FunctionTool {
  if (tool.strict !== undefined || tool.schema === undefined || !isAnthropicStrict(tool.schema)) return tool
  return { ...tool, strict: true, extensions: withHint(tool, { fitted: true }) }
}

function at(request: GenerateRequest, field: '/toolChoice'): Pointer {
  return (request.fields?.toolChoice as Pointer | undefined) ?? field // FieldPointers hold pointers
}

function lowerChoice(
  choice: ToolChoice,
  tools: readonly Tool[] | undefined,
  request: GenerateRequest,
  context: Context,
  nameOf: (ref: ToolRef, place: () => Pointer) => string,
): ToolChoice | undefined {
  const path = at(request, '/toolChoice')
  if (tools === undefined || tools.length === 0) {
    if (request.extensions?.messages?.hint?.headers !== undefined && request.tools !== undefined) return choice
    if (choice.mode === 'required') context.onNotice(notice('tool-choice-missing', path))
    return undefined
  }
  const lowered: Draft<ToolChoice> = { mode: choice.mode }
  const forced = choice.mode === 'required' && choice.only?.length === 1 ? choice.only[0] : undefined
  if (forced) {
    const name = nameOf(forced, () => path)
    if (!tools.some((tool) => tool.name === name) && request.extensions?.messages?.hint?.headers === undefined) {
      context.onNotice(notice('tool-choice-missing', path))
      return undefined
    }
    lowered.only = forced.namespace === undefined && name === forced.name ? [forced] : [{ name }]
  }
  // The choice `none` has no place for the flag, and allows no calls that it could concern.
  if (choice.parallel !== undefined && (choice.mode !== 'none' || request.extensions?.messages !== undefined))
    lowered.parallel = choice.parallel
  return lowered
}

function refOf({ name, namespace, type: kind }: FunctionTool | CustomTool): ToolRef {
  return namespace === undefined ? { name, kind } : { name, namespace, kind }
}

function lowerDeclared(
  tool: FunctionTool | CustomTool,
  at: Pointer,
  context: Context,
  nameOf: (ref: ToolRef, place: () => Pointer) => string,
  reversals: ReversalDraft,
  keys: ArgumentKeys,
): FunctionTool {
  const name = nameOf(refOf(tool), () => placeOfName(tool, at))
  const own = context.modelChosen !== true && (tool.extensions?.messages !== undefined || tool.fields?.schema === '/input_schema')
  if (tool.type === 'custom') {
    context.onNotice(notice('tool-custom', at))
    if (tool.grammar) context.onNotice(notice('tool-grammar', `${at}${tool.fields?.grammar ?? '/grammar'}` as Pointer)) // two pointers, one after the other
    noteWrappedTool(reversals, name)
    const { grammar: _, namespace: __, type: ___, ...rest } = tool
    return { ...rest, type: 'function', name, schema: rawSchema }
  }
  const { schema, names } = lowerInputSchema(tool, at, context, own)
  keys.note(name, names)
  if (!own && tool.strict && schema === tool.schema && !isAnthropicStrict(schema)) return loosen(tool, name)
  if (name === tool.name && tool.namespace === undefined && schema === tool.schema) return tool
  const { namespace: _, ...rest } = tool
  // A fitted schema is marked, so that a second lowering leaves it alone.
  if (schema === tool.schema) return { ...rest, name, schema }
  const fitted: Draft<FunctionTool> = { ...rest, name, schema, extensions: withHint(tool, { fitted: true }) }
  if (tool.strict && !isAnthropicStrict(schema)) delete fitted.strict
  if (tool.examples && names.size > 0) fitted.examples = renameInExamples(tool.examples, names)
  return fitted
}

/** Drops strictness from a tool whose schema is no object that could be enforced. */
function loosen(tool: FunctionTool, name: string): FunctionTool {
  const { strict: _, namespace: __, ...rest } = tool
  return { ...rest, name, extensions: withHint(tool, { fitted: true }) }
}

const rawSchema: JsonObject = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
}

/** Adds stubs where no tool is left. */
function withStubs(
  tools: Tool[] | undefined,
  request: GenerateRequest,
  nameOf: (ref: ToolRef, place: () => Pointer) => string,
  report: (code: Parameters<typeof notice>[0], at: Pointer) => void,
): Tool[] | undefined {
  if (tools !== undefined && tools.length > 0) return tools
  const stubs = stubTools(request, nameOf)
  if (stubs.length === 0) return tools
  report('tool-stub', '')
  return [...stubs]
}

/** Declarations for called tools: some routes refuse calls in the history if no tool is declared. */
function stubTools(request: GenerateRequest, nameOf: (ref: ToolRef, place: () => Pointer) => string): readonly FunctionTool[] {
  if (request.tools !== undefined && request.extensions?.messages !== undefined) return []
  if (request.extensions?.messages?.hint?.headers !== undefined) return []
  let stubs: Map<string, FunctionTool> | undefined
  for (const turn of request.turns) {
    for (const part of turn.parts) {
      if (part.type !== 'tool-call') continue
      const at = part.at ?? ''
      const name = nameOf(part, () => placeOfName(part, at))
      stubs ??= new Map()
      if (!stubs.has(name)) stubs.set(name, { type: 'function', name, schema: { type: 'object' }, at })
    }
  }
  return stubs ? [...stubs.values()] : []
}
