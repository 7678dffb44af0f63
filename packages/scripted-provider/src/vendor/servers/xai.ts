import { says, text } from '../read/json.ts'
import type { Issue, Judged, VendorRule } from '../vendor-rule.ts'

const docs = 'https://docs.x.ai/docs/guides/reasoning'

/** The rules of xAI. */
export const xaiRules: readonly VendorRule[] = [
  {
    id: 'D-X1',
    confidence: 'H',
    source: docs,
    holds: ({ model }) => /^grok-(?:[4-9]|build|code)/.test(model.id) && !model.id.includes('non-reasoning'),
    *issues({ format, body }) {
      for (const key of ['presence_penalty', 'frequency_penalty', 'stop'] as const)
        if (says(body[key]) && format === 'chat')
          yield {
            path: `/${key}`,
            code: 'Client specified an invalid argument',
            message: `Argument not supported on this model: ${camel(key)}`,
          }
    },
  },
  {
    id: 'D-X2',
    confidence: 'H',
    source: docs,
    holds: ({ model }) => effortsOf(model.id) !== undefined,
    issues: (asked) => wrongEffort(asked, effortsOf(asked.model.id) ?? []),
  },
  {
    id: 'D-X2-4.3',
    confidence: 'M',
    source: 'https://docs.x.ai/docs/models',
    holds: ({ model }) => /^grok-4[.-]3/.test(model.id),
    issues: (asked) => wrongEffort(asked, ['none', 'low', 'medium', 'high', 'xhigh']),
  },
]

/** The efforts that a model takes; empty where it refuses the field, `undefined` where they are not known. */
function effortsOf(id: string): readonly string[] | undefined {
  if (/^grok-4[.-]5/.test(id)) return ['low', 'medium', 'high']
  if (/^grok-4[.-]7/.test(id)) return ['low', 'medium', 'high', 'xhigh']
  return /^grok-(?:4(?:-\d{4}|-latest|$)|4[.-]20|build|code)/.test(id) ? [] : undefined
}

function* wrongEffort({ format, body, model }: Judged, efforts: readonly string[]): Generator<Issue> {
  if (format !== 'chat') return
  const effort = text(body['reasoning_effort'])
  if (effort !== undefined && !efforts.includes(effort))
    yield {
      path: '/reasoning_effort',
      code: 'Client specified an invalid argument',
      message:
        efforts.length === 0
          ? `Model ${model.id} does not support parameter reasoningEffort.`
          : `Invalid reasoning effort: ${effort}. Model ${model.id} supports: ${efforts.join(', ')}.`,
    }
}

function camel(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
