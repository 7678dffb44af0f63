import { isJsonObject } from '@interlingua/core'
import { draftFault } from '../read/draft-fault.ts'
import { list, object, objects, says, segment, text } from '../read/json.ts'
import { schemasIn, typesOf } from '../read/schemas.ts'
import { formatDots } from '../read/format-path.ts'
import { forcedTool, ownTools } from '../read/tools.ts'
import type { OwnTool } from '../read/tools.ts'
import type { Judged, VendorRule } from '../vendor-rule.ts'
import { claudeOf, is } from './claude.ts'

/** The rules about tools for Claude, which also hold behind a router. */
export const toolRules: readonly VendorRule[] = [
  {
    id: 'A12',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/models/opus-5-5/migration-guide',
    holds: (asked) => takesNoForce(asked, 5.5, 5.1),
    issues: forced,
  },
  {
    id: 'A12-5.2',
    confidence: 'L',
    source: 'inferred from Fable 5.1 and Mythos 5.1',
    holds: (asked) => takesNoForce(asked, undefined, 5.2),
    issues: forced,
  },
  {
    id: 'A16',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use',
    holds: () => true,
    *issues(asked) {
      const claude = claudeOf(asked)
      const longest = asked.format === 'messages' && (claude === undefined || claude.version > 4.5) ? 128 : 64
      const seen = new Set<string>()
      for (const tool of namedTools(asked)) {
        if (!new RegExp(`^[a-zA-Z0-9_-]{1,${longest}}$`).test(tool.name))
          yield {
            path: tool.nameAt,
            message: `${placeOf(tool)}.name: String should match pattern '^[a-zA-Z0-9_-]{1,${longest}}$'`,
          }
        if (seen.has(tool.name)) yield { path: tool.nameAt, message: 'tools: Tool names must be unique.' }
        seen.add(tool.name)
      }
    },
  },
  {
    id: 'A17',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use',
    holds: ({ format }) => format === 'messages',
    *issues(asked) {
      for (const tool of ownTools(asked)) {
        if (!isJsonObject(tool.schema)) yield { path: tool.schemaAt, message: `${placeOf(tool)}.input_schema: Field required` }
        else if (tool.schema['type'] === undefined)
          yield { path: tool.schemaAt, message: `${placeOf(tool)}.input_schema.type: Field required` }
        else if (tool.schema['type'] !== 'object')
          yield { path: `${tool.schemaAt}/type`, message: `${placeOf(tool)}.input_schema.type: Input should be 'object'` }
      }
    },
  },
  {
    id: 'A18',
    confidence: 'H',
    source: 'anthropics/claude-code#40075, #5973',
    holds: () => true,
    *issues(asked) {
      for (const tool of ownTools(asked))
        for (const key of ['oneOf', 'anyOf', 'allOf'])
          if (isJsonObject(tool.schema) && tool.schema[key] !== undefined)
            yield {
              path: `${tool.schemaAt}/${key}`,
              message: `${placeOf(tool)}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`,
            }
    },
  },
  {
    id: 'A19',
    confidence: 'H',
    source: 'anthropics/claude-code#79418, decocms/studio#6874',
    holds: () => true,
    *issues(asked) {
      for (const tool of ownTools(asked))
        for (const key of Object.keys(object(object(tool.schema)['properties'])))
          if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(key))
            yield {
              path: `${tool.schemaAt}/properties/${segment(key)}`,
              message: `${placeOf(tool)}.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`,
            }
    },
  },
  {
    id: 'A21',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use',
    holds: () => true,
    *issues(asked) {
      for (const tool of ownTools(asked))
        for (const { at, schema } of schemasIn(tool.schema, tool.schemaAt)) {
          const fault = draftFault(schema)
          if (fault === undefined) continue
          yield {
            path: `${at}/${fault}`,
            message: `${placeOf(tool)}.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.`,
          }
        }
    },
  },
  {
    id: 'A27',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/api/messages',
    holds: ({ format }) => format === 'messages',
    *issues({ body }) {
      if (says(body['tool_choice']) && list(body['tools']).length === 0 && list(body['mcp_servers']).length === 0)
        yield { path: '/tool_choice', message: 'tool_choice may only be specified while providing tools.' }
    },
  },
  {
    id: 'A28',
    confidence: 'H',
    source: 'https://platform.claude.com/docs/en/models/opus-5-5/migration-guide',
    holds: (asked) => asked.format === 'messages' && claudeOf(asked)?.version === 5.5,
    *issues({ body, model }) {
      for (const [i, tool] of objects(body['tools']))
        if (tool['type'] === 'computer_20251124')
          yield {
            path: `/tools/${i}/type`,
            message: `'${model.id}' does not support tool types: computer_20251124. Did you mean one of computer_toolset_20260801?`,
          }
    },
  },
]

/** True for a model that refuses a forced tool: Opus and Sonnet of the version `plain`, Fable and Mythos of the version `mythic`. */
function takesNoForce(asked: Judged, plain: number | undefined, mythic: number): boolean {
  const claude = claudeOf(asked)
  if (claude === undefined) return false
  if (is(claude, 'fable', mythic) || is(claude, 'mythos', mythic)) return true
  return plain !== undefined && (is(claude, 'opus', plain) || is(claude, 'sonnet', plain))
}

function* forced(asked: Judged) {
  const choice = forcedTool(asked)
  if (choice) yield { path: choice.at, message: 'tool_choice: type "tool" and "any" are not supported for this model.' }
}

/** The named tools of a request, the vendor's own included, since names must be unique among all. */
function namedTools(asked: Judged): readonly Pick<OwnTool, 'at' | 'name' | 'nameAt'>[] {
  if (asked.format !== 'messages') return ownTools(asked)
  return objects(asked.body['tools']).flatMap(([i, tool]) => {
    const name = text(tool['name'])
    return name === undefined ? [] : [{ at: `/tools/${i}` as const, name, nameAt: `/tools/${i}/name` as const }]
  })
}

function placeOf({ at }: Pick<OwnTool, 'at'>): string {
  const place = formatDots(at)
  return /^tools\.\d+$/.test(place) ? `${place}.custom` : place
}

/** The rule about schemas of strict tools and outputs. */
export const strictRule: VendorRule = {
  id: 'A20',
  confidence: 'M',
  source: 'https://platform.claude.com/docs/en/build-with-claude/structured-outputs',
  holds: ({ format }) => format === 'messages',
  *issues(asked) {
    const strict = ownTools(asked).filter((tool) => tool.strict === true)
    const format = object(object(asked.body['output_config'])['format'])
    const schemas = [
      ...strict.map(({ schema, schemaAt }) => [schema, schemaAt] as const),
      ...(format['type'] === 'json_schema' ? [[format['schema'], '/output_config/format/schema'] as const] : []),
    ]
    let optional = 0
    let unions = 0
    for (const [root, rootAt] of schemas)
      for (const { at, schema } of schemasIn(root, rootAt)) {
        const properties = Object.keys(object(schema['properties']))
        optional += properties.filter((key) => !list(schema['required']).includes(key)).length
        if (says(schema['anyOf']) || typesOf(schema).length > 1) unions++
        if (typesOf(schema).includes('object') && schema['additionalProperties'] !== false)
          yield {
            path: at,
            message: `${formatDots(rootAt)}: For 'object' type, 'additionalProperties' must be explicitly set to false`,
          }
        const bound = bounds.find((key) => schema[key] !== undefined)
        if (bound !== undefined)
          yield {
            path: `${at}/${bound}`,
            message: `${formatDots(rootAt)}: For '${typesOf(schema)[0] ?? 'any'}' type, property '${bound}' is not supported`,
          }
        if (schema['$ref'] === '#') yield { path: `${at}/$ref`, message: `${formatDots(rootAt)}: Recursive schemas are not supported` }
      }
    if (strict.length > 20) yield { path: '/tools', message: `Schemas contains too many strict tools (${strict.length}). The limit is 20.` }
    if (optional > 24)
      yield {
        path: '/tools',
        message: `Schemas contains too many optional parameters (${optional}), which would make grammar compilation inefficient. The limit is 24.`,
      }
    if (unions > 16)
      yield {
        path: '/tools',
        message: `Schemas contains too many parameters with union types (${unions}), which would make grammar compilation inefficient. The limit is 16.`,
      }
  },
}

const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'maxItems'] as const
