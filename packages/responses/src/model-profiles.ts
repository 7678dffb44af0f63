import type { ModelProfile } from '@interlingua/core'
import { claudeFamilies, grokFamilies, kimiFamilies, openaiFamilies, withRouters } from '@interlingua/core/lower'
import type { ModelFamily } from '@interlingua/core/lower'
import { format } from './extension.ts'

const asOf = '2026-11-23'

function profile(family: ModelFamily): ModelProfile {
  return { format, asOf, ...family }
}

/** Here documents are taken, too. */
const withDocuments: Readonly<Record<string, readonly string[]>> = {
  'gpt-4.1*': ['image', 'document'],
  'gpt-4o*': ['image', 'document'],
}

/** Of Claude as routers have it here: thinking is asked for by an effort alone. https://openrouter.ai/docs/api/api-reference/responses */
function ofClaude({ reasoning: _, instructionTurns: __, toolNameLimit: ___, ...family }: ModelFamily): ModelProfile {
  return profile(family)
}

const gemini = { format, asOf, penalties: false, logprobs: false, verbosity: false } as const

/**
 * What model families accept on this format; the first match wins. Gathered from public documentation; extend it by configuration.
 * The last is asked of a model that nobody knows: nothing that one vendor alone has.
 * https://platform.openai.com/docs/models
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
  // Without its own way of thinking this one is as the newest.
  ...claudeFamilies
    .filter(({ reasoning }) => reasoning?.includes('between-tools') !== true)
    .map((family) => ofClaude({ ...family, verbosity: false })),
  { ...gemini, pattern: '*gemini-2.5-pro*', efforts: ['low', 'medium', 'high'] },
  { ...gemini, pattern: '*gemini-2.5*', efforts: ['none', 'low', 'medium', 'high'] },
  { ...gemini, pattern: '*gemini*', efforts: ['low', 'medium', 'high'] },
  { format, asOf, pattern: '*', verbosity: false },
]
