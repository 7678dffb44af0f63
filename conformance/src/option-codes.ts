import { defaultPolicy } from '@interlingua/core'
import type { GenerateRequest, ModelProfile } from '@interlingua/core'
import { createTestContext } from '@interlingua/testkit'
import { formats } from './formats.ts'
import type { FormatId } from './format-id.ts'
import { vendors } from './vendors.ts'

/** Request with every option that models and servers may refuse, with values that OpenAI's own formats have to fit. */
const request: GenerateRequest = {
  model: 'demo',
  turns: [{ author: 'user', parts: [{ type: 'text', text: 'go' }] }],
  output: { verbosity: 'low', logprobs: { top: 2 } },
  sampling: { seed: 7, frequencyPenalty: 0.5, presencePenalty: 0.5 },
  metadata: { team: 'a'.repeat(513) },
  cache: { key: 'k'.repeat(65), mode: 'explicit', retention: '24h' },
}

const facts: readonly Partial<ModelProfile>[] = [
  {},
  { verbosity: false, logprobs: false, penalties: false },
  { cacheMarks: true, cacheRetentions: ['in_memory'] },
  { reasoningUnstreamed: false },
]
const policies = [defaultPolicy, { ...defaultPolicy, cache: 'off' }] as const
const requests: readonly GenerateRequest[] = [request, { ...request, reasoning: { effort: 'high' } }]

/** Notices of options that only the facts of a model or a server decide. */
export function optionCodes(target: FormatId): readonly string[] {
  return facts.flatMap((fact) =>
    vendors[target].flatMap((dialect) => {
      const model = { format: target, pattern: '*', asOf: '2026-11-23', ...fact }
      return policies.flatMap((policy) => {
        const { context, notices } = createTestContext({ dialect, model, policy })
        for (const each of requests) formats[target].adapter.lowerRequest(each, context)
        return notices.map(({ code }) => code)
      })
    }),
  )
}
