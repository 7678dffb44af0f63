import { number, objects } from '../read/json.ts'
import type { VendorRule } from '../vendor-rule.ts'
import { unpaired } from '../openai/chat.ts'

/** The rules of MiniMax. */
export const minimaxRules: readonly VendorRule[] = [
  {
    id: 'D-N1',
    confidence: 'M',
    source: 'https://platform.minimax.io/docs/api-reference/text-openai-api',
    holds: () => true,
    *issues(asked) {
      const { body } = asked
      const temperature = number(body['temperature'])
      if (temperature !== undefined && (temperature <= 0 || temperature > 1))
        yield { path: '/temperature', code: '2013', message: 'invalid params, temperature must be in (0,1] (2013)' }
      if ((number(body['n']) ?? 1) !== 1) yield { path: '/n', code: '2013', message: 'invalid params, n must be 1 (2013)' }
      for (const [i, { role }] of objects(body['messages']))
        if (role === 'system' && i > 0)
          yield { path: `/messages/${i}/role`, code: '2013', message: 'invalid params, invalid message role: system (2013)' }
      for (const { path } of unpaired(asked))
        yield { path, code: '2013', message: 'invalid params, tool call result does not follow tool call (2013)' }
    },
  },
]
