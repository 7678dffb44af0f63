import { list, number, object, objects, says } from '../read/json.ts'
import type { Judged, VendorRule } from '../vendor-rule.ts'

const reference = 'https://docs.z.ai/api-reference/llm/chat-completion'

/** The rules of Z.ai for its GLM models. */
export const zaiRules: readonly VendorRule[] = [
  {
    id: 'D-Z1',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues({ body }: Judged) {
      if (says(body['tool_choice']) && body['tool_choice'] !== 'auto')
        yield { path: '/tool_choice', code: '1210', message: 'Invalid API parameter, please check the documentation.' }
    },
  },
  {
    id: 'D-Z2',
    confidence: 'M',
    source: 'langgenius/dify#4768, anomalyco/opencode#2557',
    holds: () => true,
    *issues({ body, model }: Judged) {
      const wrong = { code: '1210', message: 'Invalid API parameter, please check the documentation.' } as const
      const temperature = number(body['temperature'])
      if (temperature !== undefined && (temperature < 0 || temperature > 1)) yield { path: '/temperature', ...wrong }
      if (list(body['stop']).length > 1) yield { path: '/stop', ...wrong }
      if (object(body['response_format'])['type'] === 'json_schema') yield { path: '/response_format', ...wrong }
      const messages = objects(body['messages'])
      if (!messages.some(([, { role }]) => role === 'user'))
        yield { path: '/messages', code: '1214', message: 'The messages parameter is illegal. Please check the documentation.' }
      for (const [i, { content }] of messages)
        for (const [j, { type }] of objects(content))
          if (type === 'image_url' && !/\dv/.test(model.id)) yield { path: `/messages/${i}/content/${j}/type`, ...wrong }
    },
  },
]
