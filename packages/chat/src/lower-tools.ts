import type {
  BuiltinTool,
  Context,
  CustomTool,
  FunctionTool,
  GenerateRequest,
  Pointer,
  ReversalDraft,
  Tool,
  ToolChoice,
  ToolNames,
  ToolRef,
} from '@interlingua/core'
import { clientToolSchema, createReversals, createToolNames, noteToolName, noteWrappedTool, pointer } from '@interlingua/core'
import { isOpenAiStrict } from '@interlingua/schema'
import { format, hintOf } from './extension.ts'
import type { Draft } from './extension.ts'
import { lowerCacheMark } from './lower-cache-mark.ts'
import { lowerStrictSchema } from './lower-strict-schema.ts'
import { placeOf } from './place-of.ts'
import { notice } from './notices.ts'
import { readDialect } from './profiles.ts'

export interface LoweredTools {
  readonly tools: readonly Tool[]
  readonly choice: ToolChoice | undefined
  readonly names: { readonly nameOf: (ref: ToolRef) => string }
  readonly reversals: ReversalDraft
}

/** Custom tools for a target without them: the text is one property. */
const wrappedSchema = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
  additionalProperties: false,
} as const

export function lowerTools(request: GenerateRequest, context: Context): LoweredTools {
  const dialect = readDialect(context.dialect)
  let made: ToolNames | undefined
  const known = (): ToolNames =>
    (made ??= createToolNames({ illegal: /[^A-Za-z0-9_-]/g, limit: context.model?.toolNameLimit ?? 64, kinds: true }))
  // Most conversations call nothing.
  const names: LoweredTools['names'] = { nameOf: (ref) => known().nameOf(ref).name }
  const reversals = createReversals()
  const tools: Tool[] = []
  const listed = request.tools ?? []

  const declare = (tool: Tool, at: Pointer): string => {
    const { name } = known().declare(
      { ...(tool.namespace !== undefined && { namespace: tool.namespace }), name: tool.name, kind: tool.type },
      false,
    )
    if (name !== tool.name || tool.namespace !== undefined) {
      context.onNotice(notice('tool-name', placeOf(tool, 'name', at)))
      noteToolName(reversals, name, {
        name: tool.name,
        ...(tool.namespace !== undefined && { namespace: tool.namespace }),
        kind: tool.type,
      })
    }
    return name
  }

  for (let i = 0; i < listed.length; i++) {
    const tool = listed[i] as Tool // the index is in range
    const at = tool.at ?? `/tools/${i}`
    if (tool.type === 'builtin') {
      const kept = lowerBuiltin(tool, at, context)
      if (kept === undefined) continue
      if (kept.type === 'builtin') {
        tools.push(kept)
        continue
      }
      const name = declare({ ...tool, name: kept.name }, at)
      noteToolName(reversals, name, { name: tool.name, kind: 'builtin' })
      tools.push({ ...kept, name })
      continue
    }
    const name = declare(tool, at)
    if (tool.type === 'custom' && dialect.customTools === false) {
      context.onNotice(notice('custom-tool', at))
      noteWrappedTool(reversals, name)
      tools.push(
        finishTool(
          {
            type: 'function',
            at,
            name,
            ...(tool.description !== undefined && { description: tool.description }),
            schema: wrappedSchema,
            ...(tool.cache && { cache: tool.cache }),
          },
          tool,
          name,
          at,
          context,
        ),
      )
    } else tools.push(finishTool(tool, tool, name, at, context))
  }
  if (request.toolChoice?.checked) checkTools(tools, request, context)
  const lowered = { tools, names, reversals }
  return { ...lowered, ...lowerChoice(request, tools, names, context) }
}

/** A checked choice is of tools that are checked, as far as their schemas and the target can do it. */
function checkTools(tools: Tool[], request: GenerateRequest, context: Context): void {
  const checks = readDialect(context.dialect).strictTools !== false
  let all = true
  for (let i = 0; i < tools.length; i++) {
    const tool = tools[i]
    if (tool?.type !== 'function' || tool.strict === true) continue
    if (checks && tool.strict === undefined && tool.schema && isOpenAiStrict(tool.schema)) tools[i] = { ...tool, strict: true }
    else all = false
  }
  if (!all) context.onNotice(notice('tool-choice-checked', request.fields?.['toolChoice'] ?? '/toolChoice'))
}

function finishTool(tool: FunctionTool | CustomTool, source: Tool, name: string, at: Pointer, context: Context): Tool {
  const dialect = readDialect(context.dialect)
  const strict = tool.type === 'function' && tool.strict === true
  // A server that knows no such flag does what its absence says.
  const idle = tool.type === 'function' && tool.strict === false && dialect.strictTools === false
  if (
    tool === source &&
    name === tool.name &&
    !strict &&
    !idle &&
    tool.namespace === undefined &&
    tool.deferred === undefined &&
    tool.cache === undefined
  )
    return tool
  const { namespace: _, deferred, cache: __, ...rest } = tool
  const lowered: Draft<FunctionTool> | Draft<CustomTool> = { ...rest, name }
  if (deferred === true) context.onNotice(notice('tool-deferred', placeOf(source, 'deferred', at)))
  if (tool.cache) {
    if (dialect.cacheMarks === 'cache_control') lowerCacheMark(tool, lowered, context)
    else context.onNotice(notice('cache-mark', placeOf(source, 'cache', at)))
  }
  if (lowered.type === 'function' && idle) delete lowered.strict
  if (lowered.type === 'function' && strict) {
    if (dialect.strictTools === false) {
      delete lowered.strict
      context.onNotice(notice('tool-strict', placeOf(source, 'strict', at)))
    } else if (lowered.schema) {
      const schema = lowerStrictSchema(lowered.schema, pointer(at, ...schemaPlace(tool)), 'tool-schema', context)
      if (schema) lowered.schema = schema
      else {
        lowered.strict = false
        context.onNotice(notice('tool-strict', placeOf(source, 'strict', at)))
      }
    }
  }
  return lowered as Tool // a draft of the same type
}

function schemaPlace(tool: Tool): readonly string[] {
  const place = tool.fields?.['schema']
  return place === undefined ? ['schema'] : place.slice(1).split('/')
}

const searchOptions: ReadonlySet<string> = new Set(['contextSize', 'userLocation'])

function lowerBuiltin(tool: BuiltinTool, at: Pointer, context: Context): Tool | undefined {
  const dialect = readDialect(context.dialect)
  // OpenAI's own endpoint searches with its search models alone: a fact of the model.
  const searches =
    tool.family === 'web-search' && dialect.webSearch !== false && context.model?.hostedTools?.includes('web-search') !== false
  if (searches && context.policy.hostedTools === 'translate') {
    const config: Record<string, BuiltinTool['config'][string]> = {}
    for (const key in tool.config) {
      const value = tool.config[key]
      if (searchOptions.has(key) && value !== undefined) config[key] = value
      else context.onNotice(notice('web-search-option', `${at}${tool.fields?.[`config.${key}`] ?? `/${key}`}` as Pointer)) // two pointers, one after the other
    }
    const { cache, deferred, version, ...rest } = tool
    if (version !== undefined) context.onNotice(notice('tool-version', placeOf(tool, 'version', at)))
    if (cache) context.onNotice(notice('cache-mark', placeOf(tool, 'cache', at)))
    if (deferred === true) context.onNotice(notice('tool-deferred', placeOf(tool, 'deferred', at)))
    return { ...rest, name: 'web_search', format, config }
  }
  if (tool.format === format && hintOf(tool)?.['slot'] !== 'web_search_options') return tool
  const schema = tool.runsOn === 'client' ? clientToolSchema(tool) : undefined
  if (schema) {
    context.onNotice(notice('client-tool', at))
    const { description } = tool.config
    const told = tool.description ?? (typeof description === 'string' ? description : undefined)
    return { type: 'function', at, name: tool.name, description: told ?? `The ${tool.family} tool, run by the caller.`, schema }
  }
  context.onNotice(notice(context.policy.hostedTools === 'drop' ? 'hosted-tool-dropped' : 'hosted-tool', at))
  return undefined
}

function lowerChoice(
  request: GenerateRequest,
  tools: Tool[],
  names: LoweredTools['names'],
  context: Context,
): { readonly choice: ToolChoice | undefined; readonly tools: readonly Tool[] } {
  const choice = request.toolChoice
  if (choice === undefined) return { choice, tools }
  const dialect = readDialect(context.dialect)
  const at: Pointer = request.fields?.['toolChoice'] ?? '/toolChoice'
  const callable = tools.filter((tool) => tool.type !== 'builtin')
  // A web search alone is no entry of `tools`: there is nothing to choose from.
  if (callable.length === 0 && !tools.some((tool) => tool.type === 'builtin' && tool.family !== 'web-search')) {
    if (hintOf(request)?.['toolChoice'] !== 'absent')
      context.onNotice(notice(choice.mode === 'required' || choice.only ? 'tool-choice' : 'tool-choice-idle', at))
    if (choice.parallel === false) context.onNotice(notice('parallel', request.fields?.['toolChoice.parallel'] ?? at))
    return { choice: undefined, tools }
  }
  const { checked: _, ...unchecked } = choice
  const lowered: Draft<ToolChoice> = unchecked
  let left: readonly Tool[] = tools
  if (choice.parallel !== undefined && dialect.parallelToolCalls === false) {
    delete lowered.parallel
    if (choice.parallel === false) context.onNotice(notice('parallel', request.fields?.['toolChoice.parallel'] ?? at))
  }
  if (choice.mode === 'none') delete lowered.only
  else if (choice.only) {
    const only: ToolRef[] = []
    const kinds = new Map(callable.map(({ name, type }) => [name, type]))
    for (const ref of choice.only) {
      const name = names.nameOf(ref)
      const kind = kinds.get(name)
      if (kind !== undefined) only.push({ name, kind })
    }
    if (only.length < choice.only.length) context.onNotice(notice('tool-choice', at))
    delete lowered.only
    if (only.length > 0) lowered.only = sameRefs(only, choice.only) ? choice.only : only
    // A choice is never widened: of the tools that may be called none is left.
    else lowered.mode = 'none'
    const several = choice.mode !== 'required' || only.length !== 1
    if (several && only.length > 0 && dialect.allowedTools === false) {
      context.onNotice(notice('allowed-tools', at))
      const wanted = new Set(only.map(({ name }) => name))
      left = tools.filter((tool) => {
        const kept = tool.type === 'builtin' || wanted.has(tool.name)
        if (!kept) context.onNotice(notice('tool-left-out', tool.at ?? at))
        return kept
      })
      delete lowered.only
    }
  }
  if (lowered.mode === 'required' && context.model?.forcedTool === false) {
    context.onNotice(notice('tool-choice-forced', at))
    lowered.mode = 'auto'
    delete lowered.only
  }
  return { choice: lowered, tools: left }
}

function sameRefs(a: readonly ToolRef[], b: readonly ToolRef[]): boolean {
  return a.length === b.length && a.every((ref, i) => ref.name === b[i]?.name && ref.kind === b[i]?.kind)
}
