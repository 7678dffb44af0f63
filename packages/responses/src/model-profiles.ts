import type { ModelProfile } from '@interlingua/core'
import { claudeFamilies, grokFamilies, kimiFamilies, openaiFamilies, withRouters } from '@interlingua/core/lower'
import type { ModelFamily } from '@interlingua/core/lower'
import { format } from './extension.ts'

const asOf = '2026-11-23'

function profile(family: ModelFamily): ModelProfile {
  return { format, asOf, ...family }
}

/** Media of models that take documents on this endpoint, too. */
const withDocuments: Readonly<Record<string, readonly string[]>> = {
  'gpt-4.1*': ['image', 'document'],
  'gpt-4o*': ['image', 'document'],
}

/**
 * Profile of a Claude family as routers serve it in this format: thinking is set by an effort alone.
 * https://openrouter.ai/docs/api/api-reference/responses
 */
function ofClaude({ reasoning: _, instructionTurns: __, toolNameLimit: ___, ...family }: ModelFamily): ModelProfile {
  return profile(family)
}

const gemini = { format, asOf, penalties: false, logprobs: false, verbosity: false } as const

/**
 * Facts about model families on this format, the first match first, gathered from public documentation; extend the table by configuration.
 * The last entry is for unknown models, and asks for nothing that only one vendor has. https://platform.openai.com/docs/models
 */
export const modelProfiles: readonly ModelProfile[] = [
  ...withRouters([
    ...openaiFamilies.map((family) => {
      const media = withDocuments[family.pattern]
      return profile(media ? { ...family, media } : family)
    }),
    { format, pattern: 'deepseek*', asOf, media: [], maxOutput: 65_536, verbosity: false },
    ...grokFamilies.map((family) => profile({ ...family, verbosity: false, media: ['image', 'document'] })),
    ...kimiFamilies.map((family) => profile({ ...family, verbosity: false })),
  ]),
  // Without its own reasoning modes this family equals the newest.
  ...claudeFamilies
    .filter(({ reasoning }) => reasoning?.includes('between-tools') !== true)
    .map((family) => ofClaude({ ...family, verbosity: false })),
  { ...gemini, pattern: '*gemini-2.5-pro*', efforts: ['low', 'medium', 'high'] },
  { ...gemini, pattern: '*gemini-2.5*', efforts: ['none', 'low', 'medium', 'high'] },
  { ...gemini, pattern: '*gemini*', efforts: ['low', 'medium', 'high'] },
  { format, asOf, pattern: '*', verbosity: false },
]
