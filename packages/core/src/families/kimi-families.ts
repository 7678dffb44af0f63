import type { ModelFamily } from './model-family.ts'

/** Fixed by the platform for all its models: sampling, and one candidate. */
const fixed = { sampling: false, penalties: false, candidateLimit: 1 } as const

/** Moonshot's models. As of 2026-11-23. https://platform.kimi.ai/docs/api/models-overview */
export const kimiFamilies: readonly ModelFamily[] = [
  // K3 always thinks, and takes an effort in place of the switch.
  {
    ...fixed,
    pattern: 'kimi-k3*',
    efforts: ['low', 'high', 'max'],
    reasoning: ['on'],
    reasoningControl: 'reasoning_effort',
    namedTool: false,
  },
  { ...fixed, pattern: 'kimi*', efforts: [], forcedToolWithReasoning: false },
]
