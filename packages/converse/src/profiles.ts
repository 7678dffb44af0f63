import type { ModelProfile } from '@interlingua/core'
import { claudeFamilies } from '@interlingua/core/lower'
import { format } from './wire.ts'

const asOf = '2026-11-23'
/** Limits on images of Claude at Bedrock. https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html */
const imageLimit = { count: 20, side: 8000, bytes: 5_242_880 } as const

/** Facts about the models at Bedrock; extend or replace them by configuration. https://docs.aws.amazon.com/bedrock/latest/userguide/conversation-inference-supported-models-features.html */
export const profiles: readonly ModelProfile[] = [
  // Bedrock takes instructions in front alone.
  ...claudeFamilies.map((family) => ({
    ...family,
    format,
    asOf,
    media: ['image', 'document'],
    imageLimit,
    cacheMarks: true,
    instructionTurns: false,
    toolNameLimit: 64,
  })),
  { format, asOf, pattern: '*nova-2*', media: ['image', 'document', 'video'], reasoning: ['on', 'off'], cacheMarks: true },
  { format, asOf, pattern: '*nova*', media: ['image', 'document', 'video'], reasoning: [], cacheMarks: true, hostedTools: [] },
  { format, asOf, pattern: '*llama*', media: ['image', 'document'] },
  { format, asOf, pattern: '*pixtral*', media: ['image', 'document'] },
  { format, asOf, pattern: '*gpt-oss*', media: ['document'] },
  { format, asOf, pattern: '*titan*', media: ['document'], tools: false },
]
