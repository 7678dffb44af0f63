import type { Json, Pointer } from '@interlingua/core'
import { list, objects, says, text } from '../read/json.ts'
import type { Issue, Judged, VendorRule } from '../vendor-rule.ts'

const reference = 'https://docs.mistral.ai/api'

/** The rules of Mistral. */
export const mistralRules: readonly VendorRule[] = [
  {
    id: 'D-M1',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues({ body }) {
      const messages = objects(body['messages'])
      for (const [i, { role }] of messages)
        if (role !== 'tool' && role !== 'assistant' && messages[i - 1]?.[1]['role'] === 'tool')
          yield { path: `/messages/${i}/role`, code: '3230', message: `Unexpected role '${String(role)}' after role 'tool'` }
    },
  },
  {
    id: 'D-M2',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues({ body }) {
      const last = objects(body['messages']).at(-1)
      if (last === undefined) return
      const [i, { role, prefix }] = last
      if (role !== 'user' && role !== 'tool' && !(role === 'assistant' && prefix === true))
        yield {
          path: `/messages/${i}`,
          code: '3230',
          message: `Expected last role User or Tool (or Assistant with prefix True) for serving but got ${String(role)}`,
        }
    },
  },
  {
    id: 'D-M3',
    confidence: 'H',
    source: 'anomalyco/opencode#1680, mistralai/mistral-vibe#1075',
    holds: () => true,
    *issues(asked) {
      for (const [path, id] of idsIn(asked))
        if (!/^[a-zA-Z0-9]{9}$/.test(id))
          yield { path, code: '3280', message: `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.` }
    },
  },
  {
    id: 'D-M4',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues({ body }) {
      for (const key of unknown)
        if (body[key] !== undefined)
          yield { path: `/${key}`, status: 422, message: 'Extra inputs are not permitted', input: body[key] as Json } // the key was just found in the body
    },
  },
  {
    id: 'D-M5',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues({ body }): Generator<Issue> {
      const messages = objects(body['messages'])
      for (const [n, [i, message]] of messages.entries()) {
        if (message['role'] !== 'assistant') continue
        const calls = list(message['tool_calls']).length
        const rest = messages.slice(n + 1)
        const end = rest.findIndex(([, { role }]) => role !== 'tool')
        const results = end === -1 ? rest.length : end
        if (calls !== results)
          yield { path: `/messages/${i}/tool_calls`, code: '3230', message: 'Not the same number of function calls and responses' }
        const { content } = message
        if (calls === 0 && (!says(content) || content === '' || list(content).length + (typeof content === 'string' ? 1 : 0) === 0))
          yield { path: `/messages/${i}`, code: '3240', message: 'Assistant message must have either content or tool_calls, but not none.' }
      }
    },
  },
]

const unknown = [
  'stream_options',
  'user',
  'logprobs',
  'top_logprobs',
  'store',
  'max_completion_tokens',
  'seed',
  'logit_bias',
  'service_tier',
  'verbosity',
  'safety_identifier',
  'prompt_cache_options',
] as const

function* idsIn({ body }: Judged): Generator<readonly [Pointer, string]> {
  for (const [i, message] of objects(body['messages'])) {
    for (const [j, { id }] of objects(message['tool_calls'])) yield [`/messages/${i}/tool_calls/${j}/id`, text(id) ?? '']
    if (message['role'] === 'tool') yield [`/messages/${i}/tool_call_id`, text(message['tool_call_id']) ?? '']
  }
}
