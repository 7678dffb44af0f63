import { object, says } from '../read/json.ts'
import type { Judged, VendorRule } from '../vendor-rule.ts'

const docs = 'https://openrouter.ai/docs/use-cases/reasoning-tokens'

/** The rules of OpenRouter itself, to which those of the vendor behind it are added. */
export const openrouterRules: readonly VendorRule[] = [
  {
    id: 'D-R1',
    confidence: 'H',
    source: docs,
    holds: alwaysReasons,
    *issues({ body }) {
      const { effort, enabled } = object(body['reasoning'])
      if (effort === 'none' || enabled === false || body['reasoning_effort'] === 'none')
        yield {
          path: says(body['reasoning']) ? '/reasoning' : '/reasoning_effort',
          message: 'Reasoning is mandatory for this endpoint and cannot be disabled.',
        }
    },
  },
  {
    id: 'D-R3',
    confidence: 'H',
    source: docs,
    holds: () => true,
    *issues({ body }) {
      const { effort, max_tokens: most } = object(body['reasoning'])
      if (says(effort) && says(most))
        yield { path: '/reasoning', message: 'Only one of "reasoning.effort" and "reasoning.max_tokens" can be specified' }
    },
  },
]

function alwaysReasons({ model: { id } }: Judged): boolean {
  return /^(?:o[134](?:-|$)|gpt-6-astra|gpt-6\.1|gemini-2\.5-pro|gemini-3[\d.]*-pro|kimi-k3|claude-(?:fable|mythos)|claude-(?:opus|sonnet)-5[.-]5)/.test(
    id,
  )
}
