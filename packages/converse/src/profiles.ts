import type { ModelProfile } from '@interlingua/core'
import { claudeFamilies } from '@interlingua/core/lower'
import { format } from './wire.ts'

const asOf = '2026-11-23'
/** Limits on images of Claude at Bedrock. https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html */
const imageLimit = { count: 20, side: 8000, bytes: 5_242_880 } as const

/** Facts about the models at Bedrock; extend or replace them by configuration. https://docs.aws.amazon.com/bedrock/latest/userguide/conversation-inference-supported-models-features.html */
export const profiles: readonly ModelProfile[] = [
  ...claudeFamilies.flatMap((family) => {
    // Bedrock takes instructions in front alone.
    const known = { ...family, format, asOf, media: ['image', 'document'], imageLimit, instructionTurns: false, toolNameLimit: 64 } as const
    if (!/claude-3[-.](?:5|\*)/.test(family.pattern)) return [{ ...known, cacheMarks: true }]
    // Claude before 3.7 has no caches, but for one model. https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html
    const plain = { ...known, cacheMarks: false }
    return family.pattern === '*claude-3-5*' ? [{ ...plain, pattern: '*claude-3-5-haiku*', cacheMarks: true }, plain] : [plain]
  }),
  { format, asOf, pattern: '*nova-2*', media: ['image', 'document', 'video'], reasoning: ['on', 'off'], cacheMarks: true },
  { format, asOf, pattern: '*nova*', media: ['image', 'document', 'video'], reasoning: [], cacheMarks: true, hostedTools: [] },
  { format, asOf, pattern: '*llama*', media: ['image', 'document'] },
  { format, asOf, pattern: '*pixtral*', media: ['image', 'document'] },
  { format, asOf, pattern: '*gpt-oss*', media: ['document'] },
  { format, asOf, pattern: '*titan*', media: ['document'], tools: false },
]
