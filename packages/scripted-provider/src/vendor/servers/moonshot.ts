import type { Json, JsonObject, Pointer } from '@interlingua/core'
import { utf8Length } from '../../contents/utf8-length.ts'
import { list, object, objects, says, text } from '../read/json.ts'
import { schemasIn } from '../read/schemas.ts'
import { forcedTool, ownTools } from '../read/tools.ts'
import type { Issue, Judged, VendorRule } from '../vendor-rule.ts'

const docs = 'https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model'

/** The rules of Moonshot. */
export const moonshotRules: readonly VendorRule[] = [
  {
    id: 'D-K1',
    confidence: 'H',
    source: docs,
    holds: ({ model }) => isThird(model.id) || /^kimi-k2[.-][56]/.test(model.id),
    *issues({ body, model }) {
      const { temperature } = body
      const off = !isThird(model.id) && object(body['thinking'])['type'] === 'disabled'
      const only = off ? 0.6 : 1
      if (says(temperature) && temperature !== only)
        yield { path: '/temperature', message: `invalid temperature: only ${only} is allowed for this model` }
      const fixed = { top_p: 0.95, n: 1, presence_penalty: 0, frequency_penalty: 0 } as const
      for (const [key, value] of Object.entries(fixed))
        if (says(body[key]) && body[key] !== value)
          yield { path: `/${key}`, message: `invalid ${key}: only ${value} is allowed for this model` }
    },
  },
  {
    id: 'D-K2',
    confidence: 'H',
    source: docs,
    holds: () => true,
    *issues({ body }) {
      if (says(body['thinking']) && says(body['reasoning_effort']))
        yield { path: '/reasoning_effort', message: "cannot specify both 'thinking' and 'reasoning_effort'" }
    },
  },
  {
    id: 'D-K3',
    confidence: 'H',
    source: docs,
    holds: ({ model }) => isThird(model.id),
    *issues({ body }) {
      if (object(body['thinking'])['type'] === 'disabled')
        yield { path: '/thinking', message: 'thinking cannot be disabled for this model' }
      const effort = text(body['reasoning_effort'])
      if (effort !== undefined && !['low', 'high', 'max'].includes(effort))
        yield { path: '/reasoning_effort', message: `invalid reasoning_effort: '${effort}', expected one of low, high, max` }
    },
  },
  {
    id: 'D-K4',
    confidence: 'H',
    source: 'UKGovernmentBEIS/inspect_ai#5152, can1357/oh-my-pi#1077',
    holds: ({ body, model }) => isThird(model.id) || (model.id.startsWith('kimi-k2') && object(body['thinking'])['type'] !== 'disabled'),
    *issues(asked) {
      const forced = forcedTool(asked)
      if (!forced || (forced.kind === 'any' && isThird(asked.model.id))) return
      yield {
        path: forced.at,
        message: `tool_choice '${forced.kind === 'any' ? 'required' : 'specified'}' is incompatible with thinking enabled`,
      }
    },
  },
  {
    id: 'D-K5',
    confidence: 'H',
    source: '1jehuang/jcode#322',
    holds: ({ body, model }) =>
      isThird(model.id) || (/^kimi-k2(?:[.-][56]|-thinking)/.test(model.id) && object(body['thinking'])['type'] !== 'disabled'),
    *issues({ body }) {
      for (const [i, message] of objects(body['messages']))
        if (says(message['tool_calls']) && text(message['reasoning_content']) === undefined)
          yield {
            path: `/messages/${i}`,
            message: `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${i}`,
          }
    },
  },
  {
    id: 'D-K5-stop',
    confidence: 'H',
    source: 'https://platform.moonshot.ai/docs/api/chat',
    holds: () => true,
    *issues({ body }) {
      const stops = typeof body['stop'] === 'string' ? [body['stop']] : list(body['stop'])
      if (stops.length > 5) yield { path: '/stop', message: 'invalid stop: at most 5 stop sequences are allowed' }
      for (const [i, stop] of stops.entries())
        if (typeof stop === 'string' && utf8Length(stop) > 32)
          yield { path: `/stop/${i}`, message: 'invalid stop: each stop sequence must be at most 32 bytes' }
    },
  },
  { id: 'D-K6', confidence: 'H', source: 'MoonshotAI/kimi-code#2661, MoonshotAI/kimi-cli#2531', holds: () => true, issues: unflavoured },
]

function isThird(id: string): boolean {
  return id.startsWith('kimi-k3')
}

/** Reports schemas outside Moonshot's own dialect. */
function* unflavoured(asked: Judged): Generator<Issue> {
  for (const { name, nameAt, schema, schemaAt } of ownTools(asked)) {
    if (!/^[a-zA-Z][a-zA-Z0-9_-]*$/.test(name))
      yield {
        path: nameAt,
        message: `Invalid request: function name is invalid, must start with a letter and can contain letters, numbers, underscores, and dashes`,
      }
    const root = object(schema)
    if (says(schema) && root['type'] !== 'object') yield wrong(schemaAt, 'root', "type must be 'object'")
    for (const { at, schema: inner } of schemasIn(schema, schemaAt)) {
      const place = at === schemaAt ? 'root' : at.slice(schemaAt.length + 1).replaceAll('/', '.')
      if (says(inner['anyOf']) && says(inner['type']))
        yield wrong(at, place, 'when using anyOf, type should be defined in anyOf items instead of the parent schema')
      if (says(inner['$ref'])) {
        if (!String(inner['$ref']).startsWith('#/$defs/')) yield wrong(`${at}/$ref`, place, "$ref must start with '#/$defs/'")
        if (Object.keys(inner).length > 1) yield wrong(at, place, '$ref cannot be used together with other keys')
      }
      for (const [key, property] of Object.entries(object(inner['properties'])))
        if (!isTyped(property)) yield wrong(at, `${place}.properties.${key}`, 'type is not defined')
    }
  }
}

function isTyped(property: Json): boolean {
  const schema: JsonObject = object(property)
  return ['type', 'anyOf', 'oneOf', 'allOf', '$ref', 'enum', 'const'].some((key) => says(schema[key]))
}

function wrong(path: Pointer, place: string, what: string): Issue {
  return {
    path,
    message: `Invalid request: tools.function.parameters is not a valid moonshot flavored json schema, details: <At path '${place}': ${what}>`,
  }
}
