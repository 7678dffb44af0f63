import type { Json, Pointer } from '@interlingua/core'
import { list, object, objects, text } from '../read/json.ts'
import type { Issue, VendorRule } from '../vendor-rule.ts'

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const sizes = ['low', 'medium', 'high']

/** The rules about the words that a field of Chat Completions takes. */
export const chatWordRules: readonly VendorRule[] = [
  {
    id: 'O48',
    confidence: 'H',
    source: 'openai 7.57, types',
    holds: () => true,
    *issues({ body }) {
      const roles = ['system', 'assistant', 'user', 'function', 'tool', 'developer']
      for (const [i, { role }] of objects(body['messages'])) yield* unknown(role, roles, `/messages/${i}/role`)
      yield* unknown(body['reasoning_effort'], efforts, '/reasoning_effort')
      yield* unknown(body['verbosity'], sizes, '/verbosity')
      yield* unknown(body['tool_choice'], ['none', 'auto', 'required'], '/tool_choice')
      yield* unknown(object(body['tool_choice'])['type'], ['function', 'custom', 'allowed_tools'], '/tool_choice/type')
      yield* unknown(object(body['response_format'])['type'], ['json_object', 'json_schema', 'text'], '/response_format/type')
      yield* unknown(object(body['web_search_options'])['search_context_size'], sizes, '/web_search_options/search_context_size')
      for (const [i, modality] of list(body['modalities']).entries()) yield* unknown(modality, ['text', 'audio'], `/modalities/${i}`)
    },
  },
]

function* unknown(value: Json | undefined, known: readonly string[], path: Pointer): Generator<Issue> {
  const word = text(value)
  if (word === undefined || known.includes(word)) return
  const quoted = known.map((each) => `'${each}'`)
  yield {
    path,
    code: 'invalid_value',
    message: `Invalid value: '${word}'. Supported values are: ${quoted.slice(0, -1).join(', ')}, and ${quoted.at(-1)}.`,
  }
}
