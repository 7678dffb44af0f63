import type { ModelProfile } from '@interlingua/core'
import { claudeFamilies } from '@interlingua/core/lower'

const asOf = '2026-11-23'
const media = ['image', 'document'] as const
/**
 * Limits on images: 8,000 pixels a side, 2,000 if there are more than 20.
 * https://platform.claude.com/docs/en/build-with-claude/vision#evaluate-image-size
 */
const imageLimit = { count: 100, side: 8000, manyCount: 20, manySide: 2000, bytes: 10_485_760 } as const
/** Limits of the models with a window of a million tokens. */
const moreImages = { ...imageLimit, count: 600 } as const

/**
 * Facts about the Claude families; extend or replace them by configuration.
 * https://platform.claude.com/docs/en/about-claude/models/overview
 * The last entry is for unknown models: other vendors' servers of this format have thinking on or off, and none of Claude's later features.
 */
export const modelProfiles: readonly ModelProfile[] = [
  ...claudeFamilies.map((family) => ({
    format: 'messages',
    asOf,
    media,
    imageLimit: family.sampling === false ? moreImages : imageLimit,
    ...family,
  })),
  { format: 'messages', asOf, pattern: '*', reasoning: ['on', 'off'], instructionTurns: false, toolNameLimit: 64 },
]
