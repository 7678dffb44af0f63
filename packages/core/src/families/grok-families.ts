import type { ModelFamily } from './model-family.ts'

const image = ['image'] as const
/** Reasoning models take neither penalties nor stop sequences. https://docs.x.ai/docs/guides/reasoning */
const reasons = { penalties: false, stopLimit: 0, media: image } as const

/** xAI's models, more specific patterns before wider ones. As of 2026-11-23. https://docs.x.ai/docs/models */
export const grokFamilies: readonly ModelFamily[] = [
  { pattern: 'grok*-non-reasoning*', efforts: [], media: image },
  { pattern: 'grok-3-mini*', efforts: ['low', 'high'], media: [] },
  { pattern: 'grok-3*', efforts: [], media: [] },
  { ...reasons, pattern: 'grok-4.2*', efforts: [] },
  { ...reasons, pattern: 'grok-4.3*', efforts: ['none', 'low', 'medium', 'high'] },
  { ...reasons, pattern: 'grok-4.5*', efforts: ['low', 'medium', 'high'] },
  { ...reasons, pattern: 'grok-4.*', efforts: ['low', 'medium', 'high', 'xhigh'] },
  { ...reasons, pattern: 'grok-4*', efforts: [] },
  { ...reasons, pattern: 'grok-code*', efforts: [] },
  { ...reasons, pattern: 'grok-build*', efforts: [] },
  // Unknown models: the efforts that all known ones with an effort share.
  { ...reasons, pattern: 'grok*', efforts: ['low', 'medium', 'high'] },
]
