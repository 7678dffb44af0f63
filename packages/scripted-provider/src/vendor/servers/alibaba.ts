import { object, objects, says } from '../read/json.ts'
import { forcedTool } from '../read/tools.ts'
import type { Judged, VendorRule } from '../vendor-rule.ts'

/** The rules of Alibaba for its Qwen models. */
export const alibabaRules: readonly VendorRule[] = [
  {
    id: 'D-Q1',
    confidence: 'H',
    source: 'langchain4j/langchain4j#3974',
    holds: ({ model }) => /^(?:qwen3(?:\.\d)?-\d+b|qwq)/.test(model.id),
    *issues({ body }) {
      if (body['enable_thinking'] === true && body['stream'] !== true)
        yield { path: '/enable_thinking', message: 'parameter.enable_thinking must be set to false for non-streaming calls' }
    },
  },
  {
    id: 'D-Q2',
    confidence: 'H',
    source: 'cloudwego/eino#994',
    holds: ({ body }) => body['enable_thinking'] === true,
    *issues(asked: Judged) {
      const forced = forcedTool(asked)
      if (forced)
        yield { path: forced.at, message: 'The tool_choice parameter does not support being set to required or object in thinking mode' }
      const { type } = object(asked.body['response_format'])
      if (type === 'json_object' || type === 'json_schema')
        yield { path: '/response_format', message: 'Json mode response is not supported when enable_thinking is true' }
    },
  },
  {
    id: 'D-Q3',
    confidence: 'M',
    source: 'https://www.alibabacloud.com/help/en/model-studio/error-code',
    holds: () => true,
    *issues({ body }) {
      if (object(body['response_format'])['type'] === 'json_object' && !/json/i.test(JSON.stringify(body['messages'] ?? '')))
        yield {
          path: '/messages',
          message: "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
        }
      const last = objects(body['messages']).at(-1)
      if (last?.[1]['role'] === 'assistant' && !says(last[1]['partial']))
        yield {
          path: `/messages/${last[0]}/role`,
          message: 'The last message must be of role user or tool, or an assistant message with partial set to true.',
        }
    },
  },
]
