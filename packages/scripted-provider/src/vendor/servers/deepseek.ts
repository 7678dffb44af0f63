import { number, object, objects, says, text } from '../read/json.ts'
import { forcedTool, ownTools } from '../read/tools.ts'
import type { Judged, VendorRule } from '../vendor-rule.ts'

const thinking = 'https://api-docs.deepseek.com/guides/thinking_mode'

/** The rules of DeepSeek. */
export const deepseekRules: readonly VendorRule[] = [
  {
    id: 'D-D1',
    confidence: 'H',
    source: 'cloudwego/eino#994',
    holds: thinks,
    *issues(asked) {
      const forced = forcedTool(asked)
      if (forced) yield { path: forced.at, message: 'Thinking mode does not support this tool_choice' }
    },
  },
  {
    id: 'D-D2',
    confidence: 'H',
    source: `${thinking}, NousResearch/hermes-agent#15228`,
    holds: thinks,
    *issues({ body }) {
      for (const [i, message] of objects(body['messages']))
        if (says(message['tool_calls']) && text(message['reasoning_content']) === undefined)
          yield { path: `/messages/${i}`, message: 'The `reasoning_content` in the thinking mode must be passed back to the API.' }
    },
  },
  {
    id: 'D-D3',
    confidence: 'H',
    source: 'https://api-docs.deepseek.com/guides/json_mode',
    holds: () => true,
    *issues({ body }) {
      if (object(body['response_format'])['type'] === 'json_schema')
        yield { path: '/response_format/type', message: 'This response_format type is unavailable now' }
    },
  },
  {
    id: 'D-D4',
    confidence: 'M',
    source: thinking,
    holds: () => true,
    *issues({ body, model }) {
      const effort = text(body['reasoning_effort'])
      if (effort !== undefined && !['low', 'high', 'max'].includes(effort))
        yield { path: '/reasoning_effort', message: `Invalid reasoning_effort value: '${effort}'. Supported values are: low, high, max.` }
      if (model.id.includes('reasoner'))
        for (const key of ['logprobs', 'top_logprobs'] as const)
          if (says(body[key])) yield { path: `/${key}`, message: `${model.id} does not support the parameter \`${key}\`` }
    },
  },
  {
    id: 'D-D5',
    confidence: 'M',
    source: 'https://api-docs.deepseek.com/api/create-chat-completion',
    holds: () => true,
    *issues(asked) {
      const { body, model } = asked
      const most = /v4|flash|pro/.test(model.id) ? 384_000 : 65_536
      const asks = number(body['max_tokens'])
      if (asks !== undefined && (asks < 1 || asks > most))
        yield { path: '/max_tokens', message: `Invalid max_tokens value, the valid range of max_tokens is [1, ${most}]` }
      const tools = ownTools(asked)
      if (tools.length > 128)
        yield { path: '/tools', message: `Invalid tools: the maximum number of tools is 128, but got ${tools.length}` }
      for (const { name, nameAt } of tools)
        if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name))
          yield {
            path: nameAt,
            message: `Invalid '${nameAt.slice(1)}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
          }
    },
  },
]

/** True for a request with thinking, which is on by default. The older models of this name never think. */
function thinks({ body, model }: Judged): boolean {
  return object(body['thinking'])['type'] !== 'disabled' && !/^deepseek-(?:chat|v3)/.test(model.id)
}
