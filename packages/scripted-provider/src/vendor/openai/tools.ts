import { isJsonObject } from '@interlingua/core'
import type { Json, Pointer } from '@interlingua/core'
import { findUnstrict } from '../../rules/find-unstrict.ts'
import { list, object, objects, says, text } from '../read/json.ts'
import { schemasIn, typesOf } from '../read/schemas.ts'
import { formatBrackets } from '../read/format-path.ts'
import { ownTools } from '../read/tools.ts'
import type { Issue, Judged, VendorRule } from '../vendor-rule.ts'
import { tooLong } from './options.ts'

const guide = 'https://platform.openai.com/docs/guides/function-calling'
const outputs = 'https://platform.openai.com/docs/guides/structured-outputs'

/** The rules about tools, their schemas and their choice for OpenAI's models. */
export const toolRules: readonly VendorRule[] = [
  {
    id: 'O20',
    confidence: 'H',
    source: guide,
    holds: () => true,
    *issues(asked) {
      const { format, body } = asked
      const tools = list(body['tools']).length
      if (format === 'chat' && tools > 128)
        yield {
          path: '/tools',
          code: 'array_above_max_length',
          message: `Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length ${tools} instead.`,
        }
      for (const { name, at } of namesOf(asked)) {
        yield* tooLong(name, format === 'responses' && at.startsWith('/tools') ? 128 : 64, at)
        if (!/^[a-zA-Z0-9_-]+$/.test(name))
          yield {
            path: at,
            code: 'invalid_value',
            message: `Invalid '${formatBrackets(at)}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
          }
      }
    },
  },
  {
    id: 'O21',
    confidence: 'H',
    source: 'langchain-ai/langchainjs#9804, nspady/google-calendar-mcp#39',
    holds: () => true,
    *issues(asked) {
      for (const { name, schema, schemaAt } of ownTools(asked)) {
        const wrong = rootFault(schema)
        if (wrong !== undefined) yield badSchema(name, wrong, schemaAt)
      }
    },
  },
  {
    id: 'O22',
    confidence: 'H',
    source: guide,
    holds: () => true,
    *issues(asked) {
      for (const { name, schema, schemaAt } of ownTools(asked))
        for (const { at, schema: inner } of schemasIn(schema, schemaAt))
          if (typesOf(inner).includes('array') && !says(inner['items']) && !says(inner['prefixItems']))
            yield badSchema(name, `In context=${contextOf(at, schemaAt)}, array schema missing items`, at)
    },
  },
  {
    id: 'O23',
    confidence: 'H',
    source: outputs,
    holds: () => true,
    *issues(asked) {
      for (const { name, strict, schema, schemaAt } of ownTools(asked)) {
        const wrong = strict === true ? strictFault(schema) : undefined
        if (wrong !== undefined) yield badSchema(name, wrong, schemaAt)
      }
      const [format, at] = formatOf(asked)
      const wrong = format['strict'] === true ? strictFault(format['schema']) : undefined
      if (wrong !== undefined)
        yield {
          path: at,
          code: 'invalid_json_schema',
          message: `Invalid schema for response_format '${text(format['name']) ?? 'response'}': ${wrong}.`,
        }
    },
  },
  {
    id: 'O24',
    confidence: 'H',
    source: 'openai 7.57, types',
    holds: ({ format }) => format === 'responses',
    *issues(asked) {
      for (const { name, strict, schema, schemaAt } of ownTools(asked)) {
        if (strict !== undefined) continue
        for (const { schema: inner } of schemasIn(schema, schemaAt)) {
          const keyword = looseKeywords.find((key) => inner[key] !== undefined)
          const open = says(inner['additionalProperties']) && inner['additionalProperties'] !== false
          if (keyword === undefined && !open) continue
          yield badSchema(
            name,
            keyword === undefined ? "'additionalProperties' is required to be supplied and to be false" : `'${keyword}' is not permitted`,
            schemaAt,
          )
          break
        }
      }
    },
  },
  {
    id: 'O25',
    confidence: 'H',
    source: guide,
    holds: ({ format }) => format === 'chat',
    *issues({ body }) {
      const tools = list(body['tools'])
      for (const key of ['tool_choice', 'parallel_tool_calls'] as const)
        if (says(body[key]) && body[key] !== 'none' && tools.length === 0)
          yield { path: `/${key}`, message: `Invalid value for '${key}': '${key}' is only allowed when 'tools' are specified.` }
      const choice = object(body['tool_choice'])
      const named = text(object(choice[text(choice['type']) ?? ''])['name'])
      const declared = objects(tools).map(([, tool]) => text(object(tool[text(tool['type']) ?? ''])['name']))
      if (named !== undefined && tools.length > 0 && !declared.includes(named))
        yield { path: '/tool_choice', message: `Invalid value for 'tool_choice': '${named}' does not match any of the specified 'tools'.` }
    },
  },
  {
    id: 'O26',
    confidence: 'H',
    source: 'https://platform.openai.com/docs/api-reference/chat/create',
    holds: ({ format }) => format === 'chat',
    *issues({ body }) {
      for (const [i, { type }] of objects(body['tools']))
        if (type !== 'function' && type !== 'custom')
          yield {
            path: `/tools/${i}/type`,
            code: 'invalid_value',
            message: `Invalid value: '${String(type)}'. Supported values are: 'function' and 'custom'.`,
          }
    },
  },
]

const looseKeywords = ['allOf', 'oneOf', 'not', 'if', 'dependentRequired', 'dependentSchemas', 'patternProperties'] as const
const rootKeywords = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'] as const

function badSchema(name: string, wrong: string, path: Pointer): Issue {
  return { path, code: 'invalid_function_parameters', message: `Invalid schema for function '${name}': ${wrong}.` }
}

/** The fault of a parameter schema at its root; `undefined` for a legal or an absent schema. */
function rootFault(schema: Json | undefined): string | undefined {
  if (schema === undefined) return undefined
  const { type } = object(schema)
  if (type !== 'object')
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${typeof type === 'string' ? type : 'None'}"'`
  return isJsonObject(schema) && rootKeywords.some((key) => schema[key] !== undefined)
    ? "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level"
    : undefined
}

function strictFault(schema: Json | undefined): string | undefined {
  const subset = findUnstrict(schema)
  if (subset !== undefined) return subset
  let properties = 0
  let values = 0
  let letters = 0
  for (const { schema: inner, depth } of schemasIn(schema, '')) {
    const keyword = looseKeywords.find((key) => inner[key] !== undefined)
    if (keyword !== undefined) return `In context=(), '${keyword}' is not permitted`
    if (depth > 2 * 10) return 'schema exceeds the maximum nesting depth of 10'
    const names = Object.keys(object(inner['properties']))
    const choices = list(inner['enum'])
    properties += names.length
    values += choices.length
    letters += [...names, ...choices.map(String)].join('').length
  }
  if (properties > 5000) return `schema has ${properties} properties, more than 5000`
  if (values > 1000) return `schema has ${values} enum values, more than 1000`
  return letters > 120_000 ? `schema has ${letters} characters of names and values, more than 120000` : undefined
}

function contextOf(at: Pointer, root: Pointer): string {
  const keys = at
    .slice(root.length + 1)
    .split('/')
    .filter((key) => key !== '')
  return `(${keys.map((key) => `'${key}'`).join(', ')}${keys.length === 1 ? ',' : ''})`
}

function formatOf({ format, body }: Judged) {
  return format === 'chat'
    ? ([object(object(body['response_format'])['json_schema']), '/response_format/json_schema'] as const)
    : ([object(object(body['text'])['format']), '/text/format'] as const)
}

function namesOf(asked: Judged): readonly { readonly name: string; readonly at: Pointer }[] {
  const [format, at] = formatOf(asked)
  const name = text(format['name'])
  const custom = objects(asked.body['tools']).flatMap(([i, tool]) => {
    if (tool['type'] !== 'custom') return []
    const inside = asked.format === 'chat'
    return [
      { name: text((inside ? object(tool['custom']) : tool)['name']) ?? '', at: `/tools/${i}${inside ? '/custom' : ''}/name` as const },
    ]
  })
  return [
    ...ownTools(asked).map((tool) => ({ name: tool.name, at: tool.nameAt })),
    ...custom,
    ...(name === undefined ? [] : [{ name, at: `${at}/name` as const }]),
  ]
}
