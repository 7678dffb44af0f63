import type { VideoFates } from '../upstream/fates.ts'
import { fates as vertexFates } from '../vertex-veo/fates.ts'

/** What becomes of each field of a wish at Veo on Google's developer API, where there is always sound. */
export const fates = { ...vertexFates, audio: 'always-audio', seed: 'seed', fps: 'fps' } as const satisfies VideoFates
