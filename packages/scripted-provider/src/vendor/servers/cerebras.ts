import { says } from '../read/json.ts'
import { ownTools } from '../read/tools.ts'
import type { VendorRule } from '../vendor-rule.ts'

/** The rules of Cerebras. */
export const cerebrasRules: readonly VendorRule[] = [
  {
    id: 'D-C1',
    confidence: 'M',
    source: 'https://inference-docs.cerebras.ai/resources/openai',
    holds: () => true,
    *issues(asked) {
      for (const key of ['presence_penalty', 'frequency_penalty', 'logit_bias'] as const)
        if (says(asked.body[key])) yield { path: `/${key}`, code: 'wrong_api_format', message: `property '${key}' is unsupported` }
      const strict = new Set(ownTools(asked).map((tool) => tool.strict === true))
      if (strict.size > 1)
        yield { path: '/tools', code: 'wrong_api_format', message: 'Tools with mixed values for `strict` are not allowed' }
    },
  },
]
