import type { VideoFamily } from '../video-family.ts'
import { tiers, type TierId } from './tiers.ts'
import type { VideoModel } from './video-model.ts'

/** By what the ids of models hold, the first that fits. */
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

/** Of an id, in characters: no model has a longer one, and no caller makes a search of it. */
const longest = 256

const newest = { 'vf-1': 'fixed', 'vf-2': '3.1', 'vf-3': '2.0' } as const satisfies Record<VideoFamily, TierId>

/** What is known of a model by its id; of one that nobody knows, what the newest of `family` takes; without a family nothing. */
export function findVideoModel(id: string, family?: VideoFamily): VideoModel | undefined {
  const start = id.slice(0, longest)
  const found = patterns.find(([pattern, tier]) => pattern.test(start) && (family === undefined || tiers[tier].family === family))
  if (found) return tiers[found[1]]
  return family === undefined ? undefined : tiers[newest[family]]
}
