import { number, object, objects, says, text } from '../read/json.ts'
import type { VendorRule } from '../vendor-rule.ts'

const compatibility = 'https://console.groq.com/docs/openai'

/** The rules of Groq. */
export const groqRules: readonly VendorRule[] = [
  {
    id: 'D-G1',
    confidence: 'H',
    source: compatibility,
    holds: () => true,
    *issues({ body }) {
      for (const key of ['logprobs', 'top_logprobs', 'logit_bias'] as const)
        if (says(body[key]) && body[key] !== false) yield { path: `/${key}`, message: `property '${key}' is unsupported` }
      for (const [i, message] of objects(body['messages']))
        if (says(message['name']))
          yield {
            path: `/messages/${i}/name`,
            message: `'messages.${i}' : for 'role:${String(message['role'])}' the following must be satisfied[('messages.${i}' : property 'name' is unsupported)]`,
          }
      if ((number(body['n']) ?? 1) !== 1) yield { path: '/n', message: "'n' : number must be at most 1" }
    },
  },
  {
    id: 'D-G2',
    confidence: 'M',
    source: 'https://console.groq.com/docs/reasoning',
    holds: () => true,
    *issues({ body }) {
      for (const [i, { role, content }] of objects(body['messages']))
        if (role === 'tool' && typeof content !== 'string')
          yield { path: `/messages/${i}/content`, message: `'messages.${i}.content' : value must be a string` }
      const json = object(body['response_format'])['type'] === 'json_object'
      if (body['reasoning_format'] === 'raw' && (json || says(body['tools'])))
        yield {
          path: '/reasoning_format',
          message: 'reasoning_format must be either parsed or hidden when using JSON mode or tool calling',
        }
    },
  },
  {
    id: 'D-G3',
    confidence: 'H',
    source: 'https://console.groq.com/docs/reasoning',
    holds: ({ model }) => model.family === 'gpt-oss' || model.id.startsWith('qwen3'),
    *issues({ body, model }) {
      const effort = text(body['reasoning_effort'])
      const taken = model.family === 'gpt-oss' ? ['low', 'medium', 'high'] : ['none', 'default']
      if (effort !== undefined && !taken.includes(effort))
        yield { path: '/reasoning_effort', message: `reasoning_effort must be one of ${taken.map((word) => `\`${word}\``).join(', ')}` }
    },
  },
]
