import type { ModelFamily } from './model-family.ts'

const everyEffort = ['low', 'medium', 'high', 'xhigh', 'max'] as const
/** Since 4.7: no sampling, no prefill. https://platform.claude.com/docs/en/about-claude/models/whats-new */
const newer = {
  sampling: false,
  prefill: false,
  instructionTurns: true,
  toolNameLimit: 128,
  maxOutput: 128_000,
  efforts: everyEffort,
} as const
/** Models that always think, and cannot be forced to call a tool. https://platform.claude.com/docs/en/models/opus-5-5/migration-guide */
const newest = { ...newer, reasoning: ['adaptive'], forcedTool: false } as const
const optional = { ...newer, reasoning: ['adaptive', 'off'] } as const
const older = { instructionTurns: false, toolNameLimit: 64 } as const
const byBudget = { ...older, reasoning: ['on', 'off'], maxOutput: 64_000 } as const

/**
 * Patterns of one release: its plain id, and the id with a date, a cloud's version or a router's variant, but no later release whose id
 * begins alike.
 */
function release(pattern: string, facts: Omit<ModelFamily, 'pattern'>): readonly ModelFamily[] {
  return ['', '-20*', '-v*', '@*', ':*', '[*', '-latest*', '-fast*', '-thinking*'].map((end) => ({ ...facts, pattern: pattern + end }))
}

/**
 * Claude models, more specific patterns before wider ones; unknown newer models count as the newest family. As of 2026-11-23.
 * https://platform.claude.com/docs/en/about-claude/models/overview (caps), /migration-guide (sampling, prefill, thinking, forced tools)
 */
const families: readonly ModelFamily[] = [
  { ...newest, pattern: '*claude-sonnet-5-5*', reasoning: ['adaptive', 'between-tools'] },
  // Haiku 5.5 takes only a temperature of 1, and refuses the top-p of 1 that others take.
  { ...optional, pattern: '*claude-haiku-5-5*' },
  ...release('*claude-opus-5', { ...optional, offUpTo: 'high' }),
  ...release('*claude-sonnet-5', optional),
  ...release('*claude-haiku-5', optional),
  ...release('*claude-fable-5', { ...newer, reasoning: ['adaptive'] }),
  { ...newest, pattern: '*claude-mythos-preview*', sampling: true, reasoning: ['on', 'adaptive'], instructionTurns: false },
  { ...optional, pattern: '*claude-opus-4-8*' },
  { ...optional, pattern: '*claude-*-4-7*', instructionTurns: false },
  {
    ...older,
    pattern: '*claude-*-4-6*',
    toolNameLimit: 128,
    reasoning: ['on', 'adaptive', 'off'],
    efforts: ['low', 'medium', 'high', 'max'],
    exclusiveSampling: true,
    prefill: false,
    maxOutput: 128_000,
  },
  { ...byBudget, pattern: '*claude-opus-4-5*', efforts: ['low', 'medium', 'high'], exclusiveSampling: true },
  { ...byBudget, pattern: '*claude-sonnet-4-5*', exclusiveSampling: true },
  { ...byBudget, pattern: '*claude-haiku-4-5*', exclusiveSampling: true },
  { ...byBudget, pattern: '*claude-opus-4-1*', maxOutput: 32_000, exclusiveSampling: true },
  { ...byBudget, pattern: '*claude-sonnet-4*' },
  { ...byBudget, pattern: '*claude-haiku-4*' },
  { ...byBudget, pattern: '*claude-opus-4*', maxOutput: 32_000 },
  { ...byBudget, pattern: '*claude-3-7*' },
  { ...older, reasoning: ['off'], maxOutput: 8192, pattern: '*claude-3-5*' },
  { ...older, reasoning: ['off'], maxOutput: 4096, pattern: '*claude-3-*' },
  // Opus 5.5, Fable 5.1, Mythos, and unknown newer models. Fable and Mythos 5.2 count as 5.1: nothing is published about them.
  { ...newest, pattern: '*claude*' },
]

/** Routers write versions with a dot: `anthropic/claude-opus-4.8`. */
function withDots(family: ModelFamily): readonly ModelFamily[] {
  const dotted = family.pattern.replace(/(\d)-(\d\b)/, '$1.$2')
  return dotted === family.pattern ? [family] : [family, { ...family, pattern: dotted }]
}

export const claudeFamilies: readonly ModelFamily[] = families.flatMap(withDots)
