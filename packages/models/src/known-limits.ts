import { findModelProfile, type ModelProfile } from '@interlingua/core'

/** Limits of a model in tokens. The input limit is the window, in which most vendors count the output, too. */
export interface KnownLimits {
  readonly input: number
}

/** Windows by pattern, more specific ones before wider ones, as published by the vendors. As of 2026-11-23. */
const windows: readonly (readonly [pattern: string, input: number])[] = [
  // https://docs.claude.com/en/docs/build-with-claude/context-windows; 1M of Sonnet 4 and 4.5 takes a beta header
  ['*claude-*-4-6*', 1_000_000],
  ['*claude-*-4.6*', 1_000_000],
  ['*claude-*-4-7*', 1_000_000],
  ['*claude-*-4.7*', 1_000_000],
  ['*claude-opus-4*', 200_000],
  ['*claude-sonnet-4*', 200_000],
  ['*claude-haiku-4*', 200_000],
  ['*claude-3*', 200_000],
  // https://platform.openai.com/docs/models
  ['*gpt-5*-chat*', 128_000],
  ['*gpt-5', 400_000],
  ['*gpt-5-*', 400_000],
  ['*gpt-5.1*', 400_000],
  ['*gpt-5.2*', 400_000],
  ['*gpt-5.3*', 400_000],
  ['*gpt-4.1*', 1_047_576],
  ['*gpt-4o*', 128_000],
  ['*gpt-4-turbo*', 128_000],
  ['gpt-4', 8192],
  ['*gpt-3.5-turbo*', 16_385],
  ['*gpt-oss-*', 131_072],
  ['o1-mini*', 128_000],
  ['o1*', 200_000],
  ['o3*', 200_000],
  ['o4-mini*', 200_000],
  // https://ai.google.dev/gemini-api/docs/models
  ['*gemini-2.5-flash-image*', 32_768],
  ['*gemini-3-pro-image*', 65_536],
  ['*gemini-3-pro*', 1_048_576],
  ['*gemini-3-flash*', 1_048_576],
  ['*gemini-2.5-*', 1_048_576],
  ['*gemini-2.0-flash*', 1_048_576],
  ['*gemini-1.5-pro*', 2_097_152],
  ['*gemini-1.5-flash*', 1_048_576],
  // https://docs.mistral.ai/getting-started/models
  ['*mistral-large-2512*', 262_144],
  ['*mistral-medium-25*', 131_072],
  ['*mistral-medium-2604*', 262_144],
  ['*mistral-small-2603*', 262_144],
  ['*ministral-3b-2512*', 131_072],
  ['*ministral-*-2512*', 262_144],
  ['*devstral-2512*', 262_144],
  ['*codestral-2508*', 256_000],
  // https://api-docs.deepseek.com/quick_start/pricing
  ['*deepseek-chat*', 131_072],
  ['*deepseek-reasoner*', 131_072],
  // https://console.groq.com/docs/models
  ['*llama-3.1-8b-instant*', 131_072],
  ['*llama-3.3-70b-versatile*', 131_072],
]

const known = new Map(
  windows.map(([pattern, input]): [ModelProfile, KnownLimits] => [{ format: 'models', pattern, asOf: '2026-11-23' }, { input }]),
)
const patterns = [...known.keys()]

/** Published limits of a model; `undefined` if unknown. */
export function findLimits(id: string): KnownLimits | undefined {
  const found = findModelProfile(patterns, id)
  return found && known.get(found)
}
