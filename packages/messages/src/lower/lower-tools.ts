import { noteWrappedTool, pointer } from '@interlingua/core'
import type {
  Context,
  CustomTool,
  FunctionTool,
  GenerateRequest,
  JsonObject,
  Pointer,
  ReversalDraft,
  Tool,
  ToolChoice,
  ToolRef,
} from '@interlingua/core'
import { isAnthropicStrict, lowerSchema } from '@interlingua/schema'
import { hintOf, withHint } from '../extension.ts'
import type { Draft } from '../extension.ts'
import { notice } from '../notices.ts'
import { isOwn } from './is-own.ts'
import { lowerBuiltin } from './lower-builtin.ts'
import { placeOfName } from './tool-names.ts'

export interface LoweredTools {
  readonly tools?: readonly Tool[]
  readonly toolChoice?: ToolChoice
}

/** Declarations and the choice among them. */
export function lowerTools(
  request: GenerateRequest,
  context: Context,
  nameOf: (ref: ToolRef, at: Pointer) => string,
  reversals: ReversalDraft,
): LoweredTools {
  const report = (code: Parameters<typeof notice>[0], at: Pointer): void => context.onNotice(notice(code, at))
  const choice = request.toolChoice
  const only = choice?.only
  const subset = only !== undefined && !(choice?.mode === 'required' && only.length === 1) ? only : undefined
  const wanted = subset && new Set(subset.map(keyOf))
  let tools: Tool[] | undefined
  let unchecked = false
  const names = new Set<string>()
  const own = isOwn(request)
  for (const [index, tool] of (request.tools ?? []).entries()) {
    const at = tool.at ?? pointer('/tools', index)
    const lowered =
      tool.type === 'builtin' ? lowerBuiltin(tool, at, context, reversals) : lowerDeclared(tool, at, context, nameOf, reversals)
    if (lowered === undefined) continue
    if (names.has(lowered.name) && hintOf(lowered).unnamed !== true && hintOf(lowered).slot === undefined && !own) {
      report('tool-double', at)
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
  if (unchecked) report('tool-choice-checked', at(request, '/toolChoice'))
  if (subset) report('tool-subset', at(request, '/toolChoice'))
  if (request.tools && tools === undefined && request.tools.length === 0) tools = []
  const stubs = tools === undefined || tools.length === 0 ? stubTools(request, nameOf) : []
  if (stubs.length > 0) {
    report('tool-stub', '')
    tools = [...(tools ?? []), ...stubs]
  }
  const lowered: Draft<LoweredTools> = {}
  if (tools) lowered.tools = tools
  const chosen = choice && lowerChoice(choice, tools, request, context, nameOf)
  if (chosen) lowered.toolChoice = chosen
  return lowered
}

function keyOf({ name, namespace }: ToolRef): string {
  return namespace === undefined ? name : `${namespace}\u0001${name}`
}

/** What finds deferred tools in another format is not here: a model would never see them. */
function declaredPlainly(tool: Tool, at: Pointer, report: (code: Parameters<typeof notice>[0], at: Pointer) => void): Tool {
  report('tool-deferred', `${at}${tool.fields?.deferred ?? '/deferred'}` as Pointer) // two pointers, one after the other
  const { deferred: _, ...plain } = tool
  return plain
}

/** A checked choice is of tools that are checked, as far as their schemas can be. */
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
  nameOf: (ref: ToolRef, at: Pointer) => string,
): ToolChoice | undefined {
  const path = at(request, '/toolChoice')
  if (tools === undefined || tools.length === 0) {
    if (request.extensions?.messages?.hint?.headers !== undefined && request.tools !== undefined) return choice
    if (choice.mode === 'required') context.onNotice(notice('tool-choice', path))
    return undefined
  }
  const lowered: Draft<ToolChoice> = { mode: choice.mode }
  const forced = choice.mode === 'required' && choice.only?.length === 1 ? choice.only[0] : undefined
  if (forced) {
    const name = nameOf(forced, path)
    if (!tools.some((tool) => tool.name === name) && request.extensions?.messages?.hint?.headers === undefined) {
      context.onNotice(notice('tool-choice', path))
      return undefined
    }
    lowered.only = forced.namespace === undefined && name === forced.name ? [forced] : [{ name }]
  }
  if (lowered.mode === 'required' && context.model?.forcedTool === false) {
    context.onNotice(notice('forced-tool', path))
    lowered.mode = 'auto'
    delete lowered.only
  }
  // A choice of none has no place for the flag, and no calls that it could concern.
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
  nameOf: (ref: ToolRef, at: Pointer) => string,
  reversals: ReversalDraft,
): FunctionTool {
  const name = nameOf(refOf(tool), placeOfName(tool, at))
  const own = tool.extensions?.messages !== undefined || tool.fields?.schema === '/input_schema'
  if (tool.type === 'custom') {
    context.onNotice(notice('tool-custom', at))
    if (tool.grammar) context.onNotice(notice('tool-grammar', `${at}${tool.fields?.grammar ?? '/grammar'}` as Pointer)) // two pointers, one after the other
    noteWrappedTool(reversals, name)
    const { grammar: _, namespace: __, type: ___, ...rest } = tool
    return { ...rest, type: 'function', name, schema: rawSchema }
  }
  const schema = lowerInputSchema(tool, at, context, own)
  if (!own && tool.strict && schema === tool.schema && !isAnthropicStrict(schema)) return loosen(tool, name)
  if (name === tool.name && tool.namespace === undefined && schema === tool.schema) return tool
  const { namespace: _, ...rest } = tool
  // A schema that was fitted is ours from here on: a second lowering leaves it alone.
  if (schema === tool.schema) return { ...rest, name, schema }
  const fitted: Draft<FunctionTool> = { ...rest, name, schema, extensions: withHint(tool, { fitted: true }) }
  if (tool.strict && !isAnthropicStrict(schema)) delete fitted.strict
  return fitted
}

/** The schema is no object that could be checked: it is sent, and not checked. */
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

function lowerInputSchema(tool: FunctionTool, at: Pointer, context: Context, own: boolean): JsonObject {
  const path = (tool.fields?.schema === undefined ? `${at}/input_schema` : `${at}${tool.fields.schema}`) as Pointer // two pointers, one after the other
  if (tool.schema === undefined) {
    context.onNotice(notice('tool-schema', at))
    return tool.strict ? { type: 'object', properties: {}, additionalProperties: false } : { type: 'object', properties: {} }
  }
  if (own) return tool.schema
  const schema = withObjectRoot(tool.schema)
  if (schema !== tool.schema) context.onNotice(notice('tool-schema', path))
  if (!tool.strict) return schema
  const lowered = lowerSchema(schema, 'anthropic-strict', path)
  if (lowered.schema.type !== 'object') {
    context.onNotice(notice('tool-strict', at))
    return schema
  }
  reportWeakened(lowered.weakened, context)
  return lowered.schema
}

/** Arguments are an object, whatever the schema says. */
function withObjectRoot(schema: JsonObject): JsonObject {
  if (schema.type === 'object') return schema
  return schema.type === undefined ? { type: 'object', ...schema } : { ...schema, type: 'object' }
}

export function reportWeakened(weakened: readonly { readonly path: Pointer }[], context: Context): void {
  const seen = new Set<Pointer>()
  for (const { path } of weakened) {
    if (seen.has(path)) continue
    seen.add(path)
    context.onNotice(notice('schema', path))
  }
}

/** Some routes refuse calls in the history when no tool is declared. */
function stubTools(request: GenerateRequest, nameOf: (ref: ToolRef, at: Pointer) => string): readonly FunctionTool[] {
  if (request.tools !== undefined && request.extensions?.messages !== undefined) return []
  if (request.extensions?.messages?.hint?.headers !== undefined) return []
  const stubs = new Map<string, FunctionTool>()
  for (const turn of request.turns) {
    for (const part of turn.parts) {
      if (part.type !== 'tool-call') continue
      const at = part.at ?? ''
      const name = nameOf(part, placeOfName(part, at))
      if (!stubs.has(name)) stubs.set(name, { type: 'function', name, schema: { type: 'object' }, at })
    }
  }
  return [...stubs.values()]
}
