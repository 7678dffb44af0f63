import type { ModelProfile } from '@interlingua/core'

const asOf = '2026-11-21'
const media = ['image', 'document'] as const
const newest = {
  format: 'messages',
  asOf,
  sampling: false,
  prefill: false,
  instructionTurns: true,
  media,
  maxOutput: 128_000,
  toolNameLimit: 128,
} as const
const older = { format: 'messages', asOf, instructionTurns: false, media, toolNameLimit: 64 } as const

/** Newest knowledge first; more specific patterns stand before wider ones. */
const families: readonly ModelProfile[] = [
  // https://platform.claude.com/docs/en/models/opus-5-5/migration-guide
  {
    ...newest,
    pattern: '*claude-opus-5-5*',
    reasoning: ['adaptive'],
    efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
    forcedTool: false,
  },
  // https://platform.claude.com/docs/en/models/sonnet-5-5/overview
  {
    ...newest,
    pattern: '*claude-sonnet-5-5*',
    reasoning: ['adaptive', 'between-tools'],
    efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
    forcedTool: false,
  },
  { ...newest, pattern: '*claude-opus-5*', reasoning: ['adaptive', 'off'], efforts: ['low', 'medium', 'high', 'xhigh', 'max'] },
  {
    ...newest,
    pattern: '*claude-fable-5-1*',
    reasoning: ['adaptive'],
    efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
    forcedTool: false,
  },
  { ...newest, pattern: '*claude-fable*', reasoning: ['adaptive'], efforts: ['low', 'medium', 'high', 'xhigh', 'max'] },
  { ...newest, pattern: '*claude-mythos*', reasoning: ['adaptive'], efforts: ['low', 'medium', 'high', 'xhigh', 'max'], forcedTool: false },
  { ...newest, pattern: '*claude-sonnet-5*', reasoning: ['adaptive', 'off'], efforts: ['low', 'medium', 'high', 'xhigh', 'max'] },
  { ...newest, pattern: '*claude-haiku-5*', reasoning: ['adaptive', 'off'], efforts: ['low', 'medium', 'high', 'xhigh', 'max'] },
  { ...newest, pattern: '*claude-opus-4-8*', reasoning: ['adaptive', 'off'], efforts: ['low', 'medium', 'high', 'xhigh', 'max'] },
  {
    ...newest,
    pattern: '*claude-*-4-7*',
    reasoning: ['adaptive', 'off'],
    efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
    instructionTurns: false,
  },
  {
    ...older,
    pattern: '*claude-*-4-6*',
    reasoning: ['on', 'adaptive', 'off'],
    efforts: ['low', 'medium', 'high', 'max'],
    prefill: false,
    maxOutput: 64_000,
    toolNameLimit: 128,
  },
  { ...older, pattern: '*claude-opus-4-5*', reasoning: ['on', 'off'], efforts: ['low', 'medium', 'high'], maxOutput: 64_000 },
  { ...older, pattern: '*claude-sonnet-4*', reasoning: ['on', 'off'], maxOutput: 64_000 },
  { ...older, pattern: '*claude-haiku-4*', reasoning: ['on', 'off'], maxOutput: 64_000 },
  { ...older, pattern: '*claude-opus-4*', reasoning: ['on', 'off'], maxOutput: 32_000 },
  { ...older, pattern: '*claude-3-7*', reasoning: ['on', 'off'], maxOutput: 64_000 },
  { ...older, pattern: '*claude-3-5*', reasoning: ['off'], maxOutput: 8192 },
  { ...older, pattern: '*claude-3-*', reasoning: ['off'], maxOutput: 4096 },
  // An unknown Claude is taken for one of the newest family.
  { ...newest, pattern: '*claude*', reasoning: ['adaptive', 'off'], efforts: ['low', 'medium', 'high', 'xhigh', 'max'] },
]

/** Routers write versions with a dot: `anthropic/claude-opus-4.8`. */
function withDots(profile: ModelProfile): readonly ModelProfile[] {
  const dotted = profile.pattern.replace(/(\d)-(\d)/, '$1.$2')
  return dotted === profile.pattern ? [profile] : [profile, { ...profile, pattern: dotted }]
}

/**
 * What the Claude families accept. Extend or replace it by configuration.
 * https://platform.claude.com/docs/en/about-claude/models/overview
 */
export const modelProfiles: readonly ModelProfile[] = families.flatMap(withDots)
