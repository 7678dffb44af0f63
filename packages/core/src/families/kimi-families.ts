import type { ModelFamily } from './model-family.ts'

/** The platform fixes the sampling of its models, and of answers gives one. */
const fixed = { sampling: false, penalties: false, candidateLimit: 1 } as const

/** Moonshot's models. As of 2026-11-23. https://platform.kimi.ai/docs/api/models-overview */
export const kimiFamilies: readonly ModelFamily[] = [
  // They always think, and take an effort in place of the switch.
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
