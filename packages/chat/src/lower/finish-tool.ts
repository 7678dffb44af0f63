import type { Context, CustomTool, FunctionTool, JsonObject, Pointer, Tool } from '@interlingua/core'
import { pointer } from '@interlingua/core'
import type { ArgumentKeys } from '@interlingua/core/lower'
import { isPlainToolSchema, lowerToolSchema, reportToolSchema } from '@interlingua/schema'
import { format } from '../extension.ts'
import type { Draft } from '../extension.ts'
import { notice } from '../notices.ts'
import { placeOf } from '../place-of.ts'
import { readDialect } from '../profiles.ts'
import { lowerStrictSchema } from './lower-strict-schema.ts'
import { hasOwnRules, rulesOf } from './tool-schema-rules.ts'

/** Fits a declaration to the upstream. `source`: the caller's declaration. */
export function finishTool(
  declared: FunctionTool | CustomTool,
  source: Tool,
  name: string,
  at: Pointer,
  keys: ArgumentKeys,
  context: Context,
): Tool {
  const dialect = readDialect(context.dialect)
  const strict = declared.type === 'function' && declared.strict === true ? lowerStrict(declared, source, at, context) : undefined
  const own = declared === source && declared.type === 'function' && strict === undefined
  const tool = own ? fitSchema(declared, name, at, keys, context) : declared
  // A server without the flag behaves as if it were absent.
  const idle = tool.type === 'function' && tool.strict === false && dialect.strictTools === false
  const refused = tool.type === 'function' && tool.strict === true && strict === undefined
  if (
    tool === source &&
    name === tool.name &&
    (strict === undefined || (tool.type === 'function' && strict === tool.schema)) &&
    !refused &&
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
    if (dialect.cacheMarks === 'cache_control') lowered.cache = tool.cache
    else context.onNotice(notice('cache-mark', placeOf(source, 'cache', at)))
  }
  if (lowered.type !== 'function') return lowered
  if (strict) lowered.schema = strict
  else if (idle || (refused && dialect.strictTools === false)) delete lowered.strict
  else if (refused) lowered.strict = false
  return lowered
}

/** Schema of a strict tool in strict mode; `undefined`, with a notice, if strict mode cannot express it. */
function lowerStrict(tool: FunctionTool, source: Tool, at: Pointer, context: Context): JsonObject | undefined {
  const strict = readDialect(context.dialect).strictTools !== false
  const schema =
    strict && tool.schema ? lowerStrictSchema(tool.schema, pointer(at, ...schemaPlace(tool)), 'tool-schema-weakened', context) : undefined
  if (schema === undefined) context.onNotice(notice('tool-strict', placeOf(source, 'strict', at)))
  return schema
}

/**
 * Fits the schema to the upstream's rules. A schema from this format is its own server's to refuse, unless rules of that server are known.
 */
function fitSchema(tool: FunctionTool, name: string, at: Pointer, keys: ArgumentKeys, context: Context): FunctionTool {
  if (isOwn(tool) && !hasOwnRules(context) && context.modelChosen !== true) return tool
  const rules = rulesOf(context)
  // Nearly all schemas are plain, and need no pointer.
  if (tool.schema !== undefined && isPlainToolSchema(tool.schema, rules)) return tool
  const path = pointer(at, ...schemaPlace(tool))
  const lowered = lowerToolSchema(tool.schema, rules, path)
  const { schema, names } = lowered
  if (schema === tool.schema) return tool
  // A function without a schema has no arguments, and that is added silently.
  if (tool.schema !== undefined) reportToolSchema(lowered, path, (code, place) => context.onNotice(notice(code, place)))
  keys.note(name, names)
  return { ...tool, schema }
}

/** True for a tool of this format, by its places or its extension. */
function isOwn({ fields, extensions }: FunctionTool): boolean {
  return fields?.['schema'] === '/function/parameters' || extensions?.[format] !== undefined
}

function schemaPlace(tool: Tool): readonly string[] {
  const place = tool.fields?.['schema']
  return place === undefined ? ['schema'] : place.slice(1).split('/')
}
