import type { VideoFamily } from '../video-family.ts'
import { videoTiers, type TierId } from './video-tiers.ts'
import type { VideoModel } from './video-model.ts'

/** Patterns of model ids with their tiers, of which the first match counts. */
const patterns: readonly (readonly [RegExp, TierId])[] = [
  [/sora/i, 'fixed'],
  [/veo-?3[-.]1.*(?:fast|lite)/i, '3.1-fast'],
  [/veo-?3[-.]1/i, '3.1'],
  [/veo.*fast/i, '3.0-fast'],
  [/veo/i, '3.0'],
  [/seedance-(?:v?2|2[-.]\d).*mini/i, '2.0-mini'],
  [/seedance-(?:v?2|2[-.]\d).*fast/i, '2.0-fast'],
  [/seedance-v?2/i, '2.0'],
  [/seedance-1[-.]5/i, '1.5-pro'],
  [/seedance-1[-.]0.*fast/i, '1.0-pro-fast'],
  [/seedance/i, '1.0-pro'],
]

/** The number of characters of an id that are searched, which bounds the time for hostile ids. */
const longest = 256

const newest = { 'vf-1': 'fixed', 'vf-2': '3.1', 'vf-3': '2.0' } as const satisfies Record<VideoFamily, TierId>

/**
 * Finds the properties of a model by its id. An unknown model counts as the newest of `family`; without a family the answer is `undefined`.
 */
export function findVideoModel(id: string, family?: VideoFamily): VideoModel | undefined {
  const start = id.slice(0, longest)
  const found = patterns.find(([pattern, tier]) => pattern.test(start) && (family === undefined || videoTiers[tier].family === family))
  if (found) return videoTiers[found[1]]
  return family === undefined ? undefined : videoTiers[newest[family]]
}
