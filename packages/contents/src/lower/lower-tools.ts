import { pointer } from '@interlingua/core'
import { clientToolOptions, clientToolSchema, noteToolName, noteWrappedTool } from '@interlingua/core/adapter'
import type {
  BuiltinTool,
  Context,
  CustomTool,
  Extensions,
  FunctionTool,
  GenerateRequest,
  JsonObject,
  Pointer,
  Tool,
  ToolRef,
} from '@interlingua/core'
import type { ReversalDraft } from '@interlingua/core/adapter'
import { hintOf, withHint } from '../extension.ts'
import { createUnavailableTools, limitTools } from '@interlingua/core/lower'
import type { Draft } from '../extension.ts'
import { dialectOf, lowerAnySchema } from './lower-any-schema.ts'
import { lowerBuiltin } from './lower-builtin.ts'
import { withoutRootReference } from './without-root-reference.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope } from './scope.ts'

/** Schema of custom tools: the text is one property. */
const rawSchema: JsonObject = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
}

/** Lowers declarations: functions, and those hosted tools that run here. */
export function lowerTools(request: GenerateRequest, scope: LowerScope, reversals: ReversalDraft): readonly Tool[] | undefined {
  if (request.tools === undefined) return undefined
  const tools: Tool[] = []
  const names = new Set<string>()
  const unavailable = createUnavailableTools(request, scope.context.policy.hostedTools, scope.report)
  request.tools.forEach((tool, index) => {
    const at = tool.at ?? pointer('/tools', index)
    const lowered = lowerTool(withoutMark(tool, at, scope), at, scope, reversals)
    if (lowered === undefined) {
      unavailable.note(tool, at)
      return
    }
    if (lowered.type === 'function') {
      if (names.has(lowered.name)) {
        scope.report('tool-duplicate', at)
        return
      }
      names.add(lowered.name)
    }
    tools.push(lowered)
  })
  unavailable.settle(tools.length)
  return separate(limitTools(tools, scope.context.model ?? {}, scope.report), scope)
}

/** Drops a cache mark, since the server caches by itself. */
function withoutMark(tool: Tool, at: Pointer, { report }: LowerScope): Tool {
  if (tool.cache === undefined) return tool
  report('cache-mark', placeOf(tool, 'cache', at))
  const { cache: _, ...rest } = tool
  return rest
}

function lowerTool(tool: Tool, at: Pointer, scope: LowerScope, reversals: ReversalDraft): Tool | undefined {
  switch (tool.type) {
    case 'function':
      return lowerFunction(tool, at, scope)
    case 'custom':
      return lowerCustom(tool, at, scope, reversals)
    case 'builtin':
      return tool.runsOn === 'client' && hintOf(tool).key === undefined
        ? lowerClientTool(tool, at, scope, reversals)
        : lowerBuiltin(tool, at, scope)
  }
}

/** Drops hosted tools for models that take either these or functions, since the caller's program needs its functions more. */
function separate(tools: readonly Tool[], scope: LowerScope): readonly Tool[] | undefined {
  if (tools.length === 0) return undefined
  if (scope.context.model?.mixedTools !== false || !tools.some(({ type }) => type === 'function')) return tools
  return tools.filter((tool) => {
    if (tool.type !== 'builtin') return true
    scope.report('mixed-tools', tool.at ?? '')
    return false
  })
}

function refOf({ name, namespace, type: kind }: Tool): ToolRef {
  return namespace === undefined ? { name, kind } : { name, namespace, kind }
}

function lowerFunction(tool: FunctionTool, at: Pointer, scope: LowerScope): FunctionTool {
  const name = scope.nameOf(refOf(tool), () => placeOf(tool, 'name', at))
  const lowered: Draft<FunctionTool> = { ...tool, name }
  if (tool.namespace !== undefined) delete lowered.namespace
  if (tool.examples !== undefined) delete lowered.examples
  if (tool.deferred !== undefined) delete lowered.deferred
  describe(lowered, tool, at, scope)
  if (tool.deferred === true) scope.report('tool-deferred', placeOf(tool, 'deferred', at))
  if (hintOf(tool).schema === undefined) {
    const { context } = scope
    if (tool.schema !== undefined) {
      const schema = lowerSchemaOf(tool.schema, placeOf(tool, 'schema', at), scope)
      if (schema === undefined) delete lowered.schema
      else lowered.schema = schema
    }
    const resultSchema = tool.resultSchema && lowerAnySchema(tool.resultSchema, placeOf(tool, 'resultSchema', at), context)
    if (resultSchema) lowered.resultSchema = resultSchema
    // A fitted schema is marked, so that a second lowering leaves it alone.
    const spelled = spelledFor(context)
    lowered.extensions = tool.extensions === undefined ? spelled.extension : withHint(tool, spelled.hint)
  }
  return lowered
}

/** Spelling of fitted tools, and the extension that those without another one share. */
interface SpelledTool {
  readonly hint: JsonObject
  readonly extension: Extensions
}

function encode(hint: JsonObject): SpelledTool {
  return { hint, extension: { contents: { hint } } }
}

const asSchema = encode({ schema: 'parameters', resultSchema: 'response' })
const asJsonSchema = encode({ schema: 'parametersJsonSchema', resultSchema: 'responseJsonSchema' })

function spelledFor(context: Context): SpelledTool {
  return dialectOf(context) === 'gemini-schema' ? asSchema : asJsonSchema
}

/**
 * Makes the schema an object, since arguments always are one; `undefined` for an object without properties in the narrower dialect, which
 * refuses it.
 */
function lowerSchemaOf(schema: JsonObject, at: Pointer, { context, report }: LowerScope): JsonObject | undefined {
  const lowered = withoutRootReference(lowerAnySchema(schema, at, context))
  const narrow = dialectOf(context) === 'gemini-schema'
  if (narrow && Object.keys(lowered).every((key) => key === 'type')) return undefined
  const root = narrow ? 'OBJECT' : 'object'
  if (lowered.type === root) return lowered
  report('tool-schema-added', at)
  return { ...lowered, type: root }
}

/** Moves examples to the description, where the model reads them. */
function describe(lowered: Draft<FunctionTool>, tool: FunctionTool, at: Pointer, { report }: LowerScope): void {
  if (tool.examples === undefined) return
  if (tool.examples.length === 0) return
  report('tool-examples-described', placeOf(tool, 'examples', at))
  const examples = tool.examples.map((example) => JSON.stringify(example)).join('\n')
  lowered.description = `${tool.description === undefined ? '' : `${tool.description}\n\n`}Examples of input:\n${examples}`
}

function lowerCustom(tool: CustomTool, at: Pointer, scope: LowerScope, reversals: ReversalDraft): FunctionTool {
  const name = scope.nameOf(refOf(tool), () => placeOf(tool, 'name', at))
  scope.report('tool-custom', at)
  if (tool.grammar) scope.report('tool-grammar', placeOf(tool, 'grammar', at))
  if (tool.deferred === true) scope.report('tool-deferred', placeOf(tool, 'deferred', at))
  noteWrappedTool(reversals, name)
  const { grammar: _, namespace: __, type: ___, deferred: ____, ...rest } = tool
  return { ...rest, type: 'function', name, ...wrapped(tool, rawSchema, scope) }
}

/** Makes a function of another vendor's client tool by its documented arguments; its calls come back as calls of that tool. */
function lowerClientTool(tool: BuiltinTool, at: Pointer, scope: LowerScope, reversals: ReversalDraft): FunctionTool | undefined {
  const schema = clientToolSchema(tool)
  if (schema === undefined) return undefined
  const name = scope.nameOf(refOf(tool), () => placeOf(tool, 'name', at))
  scope.report('tool-client', at)
  for (const key of clientToolOptions(tool))
    scope.report('hosted-tool-option', tool.fields?.[`config.${key}`] === undefined ? pointer(at, key) : placeOf(tool, `config.${key}`, at))
  if (tool.deferred === true) scope.report('tool-deferred', placeOf(tool, 'deferred', at))
  noteToolName(reversals, name, { name: tool.name, kind: 'builtin' })
  const { description } = tool.config
  const told = tool.description ?? (typeof description === 'string' ? description : `The ${tool.family} tool, run by the caller.`)
  return { type: 'function', name, description: told, ...wrapped(tool, schema, scope), at }
}

function wrapped(tool: Tool, schema: JsonObject, { context }: LowerScope): Pick<FunctionTool, 'schema' | 'extensions'> {
  const silent: Context = { ...context, onNotice: () => undefined }
  return { schema: lowerAnySchema(schema, '', silent), extensions: withHint(tool, spelledFor(context).hint) }
}
