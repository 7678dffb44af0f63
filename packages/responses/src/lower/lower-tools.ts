import type { CustomTool, FunctionTool, GenerateRequest, JsonObject, Pointer, Tool, ToolRef } from '@interlingua/core'
import type { ReversalDraft, ToolNames } from '@interlingua/core/adapter'
import { noteToolName, noteWrappedTool } from '@interlingua/core/adapter'
import { createUnavailableTools } from '@interlingua/core/lower'
import { isOpenAiStrict, isPlainToolSchema, lowerToolSchema, reportToolSchema, toolSchemaRules } from '@interlingua/schema'
import type { Draft } from '../extension.ts'
import { flattenFunction } from './flatten-function.ts'
import { lowerBuiltin } from './lower-builtin.ts'
import { lowerStrictSchema } from './lower-schema.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope } from './scope.ts'

/** Schema of custom tools for a target without them: the text is one property. */
const wrappedSchema: JsonObject = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
}

/** State that the lowering of tools shares. */
export interface ToolScope extends LowerScope {
  readonly request: GenerateRequest
  readonly names: Pick<ToolNames, 'declare' | 'nameOf'>
  readonly reversals: ReversalDraft
  /** True if some tool finds deferred ones; otherwise a model would never see them. */
  readonly searched: boolean
  /** True if the caller wants the input of calls checked, so that every possible tool is strict. */
  readonly checked: boolean
}

/** Lowers the declarations of the request, or those that a turn adds. */
export function lowerTools(tools: readonly Tool[], base: Pointer, added: boolean, scope: ToolScope): readonly Tool[] {
  const lowered: Tool[] = []
  if (tools.length === 0) return lowered
  const unavailable = createUnavailableTools(scope.request, scope.context.policy.hostedTools, scope.report)
  tools.forEach((tool, index) => {
    const at: Pointer = tool.at ?? `${base}/${index}`
    const kept = lowerTool(tool, at, added, scope)
    if (kept) lowered.push(kept)
    else unavailable.note(tool, at)
  })
  if (!added) unavailable.settle(lowered.length)
  else unavailable.settle(1)
  return lowered
}

/** True if some tool finds deferred ones. */
export function hasToolSearch(request: GenerateRequest): boolean {
  return request.tools?.some((tool) => tool.type === 'builtin' && tool.family === 'tool-search' && tool.format === 'responses') ?? false
}

function lowerTool(tool: Tool, at: Pointer, added: boolean, scope: ToolScope): Tool | undefined {
  const { names, reversals } = scope
  if (tool.type === 'builtin') {
    const kept = lowerBuiltin(tool, at, scope)
    if (kept?.type !== 'function') return kept
    const { name } = names.declare({ name: kept.name, kind: 'builtin' }, added)
    noteToolName(reversals, name, { name: tool.name, kind: 'builtin' })
    return name === kept.name ? kept : { ...kept, name }
  }
  const ref = refOf(tool)
  const { name, namespace } = scope.own && scope.dialect.namespaces !== false ? ref : names.declare(ref, added)
  if (name !== tool.name || namespace !== tool.namespace) {
    scope.report('tool-name', placeOf(tool, 'name', at))
    noteToolName(reversals, name, ref)
  }
  const named = name === tool.name && namespace === tool.namespace ? tool : rename(tool, name, namespace)
  if (named.type === 'custom' && scope.dialect.customTools === false) {
    noteWrappedTool(reversals, name)
    return wrap(named, at, scope)
  }
  return fit(named.type === 'function' ? flattenFunction(named) : named, at, scope)
}

function refOf({ name, namespace, type: kind }: Tool): ToolRef {
  return namespace === undefined ? { name, kind } : { name, namespace, kind }
}

function rename<T extends FunctionTool | CustomTool>(tool: T, name: string, namespace: string | undefined): T {
  const renamed: Draft<FunctionTool | CustomTool> = { ...tool, name }
  if (namespace === undefined) delete renamed.namespace
  else renamed.namespace = namespace
  return renamed as T // a copy of the same type
}

function wrap(tool: CustomTool, at: Pointer, scope: LowerScope): FunctionTool {
  scope.report('tool-custom', at)
  if (tool.grammar) scope.report('tool-grammar', placeOf(tool, 'grammar', at))
  const { grammar: _, type: __, ...rest } = tool
  const { deferred: ___, ...bare } = rest
  return { ...bare, type: 'function', schema: wrappedSchema, strict: scope.dialect.strictTools !== false }
}

function fit(tool: FunctionTool | CustomTool, at: Pointer, scope: ToolScope): Tool {
  const lowered: Draft<FunctionTool> | Draft<CustomTool> = { ...tool }
  let changed = false
  if (tool.deferred === true && !scope.searched && !scope.own) {
    scope.report('tool-deferred', placeOf(tool, 'deferred', at))
    delete lowered.deferred
    changed = true
  }
  if (lowered.type === 'function' && fitStrict(lowered, at, scope)) changed = true
  if (lowered.type === 'function' && lowered.strict !== true && fitSchema(lowered, at, scope)) changed = true
  return changed ? lowered : tool
}

/** Fits a schema; returns true if something had to change. A schema of this format is the server's to refuse. */
function fitSchema(tool: Draft<FunctionTool>, at: Pointer, scope: ToolScope): boolean {
  // Nearly all schemas are plain, and need no pointer.
  if (scope.own || (tool.schema !== undefined && isPlainToolSchema(tool.schema, toolSchemaRules.openai))) return false
  const place = placeOf(tool, 'schema', at)
  const lowered = lowerToolSchema(tool.schema, toolSchemaRules.openai, place)
  if (lowered.schema === tool.schema) return false
  // A function without a schema has no arguments, and that is added silently.
  if (tool.schema !== undefined) reportToolSchema(lowered, place, scope.report)
  tool.schema = lowered.schema
  return true
}

/** Fits strictness; returns true if something had to change. */
function fitStrict(tool: Draft<FunctionTool>, at: Pointer, scope: ToolScope): boolean {
  const { strictTools } = scope.dialect
  if (tool.strict === undefined) {
    // This format tries strict mode by default; other formats do not.
    if (scope.own) return false
    tool.strict = scope.checked && strictTools !== false && tool.schema !== undefined && isOpenAiStrict(tool.schema)
    return true
  }
  if (!tool.strict) return false
  if (strictTools === false) {
    scope.report('tool-strict', placeOf(tool, 'strict', at))
    tool.strict = false
    return true
  }
  // Strict tools of this format's callers are the server's to refuse.
  if (tool.schema === undefined || scope.own) return false
  const schema = lowerStrictSchema(tool.schema, placeOf(tool, 'schema', at), 'tool-schema-weakened', scope)
  if (schema === tool.schema) return false
  if (schema) tool.schema = schema
  else {
    tool.strict = false
    scope.report('tool-strict', placeOf(tool, 'strict', at))
  }
  return true
}
