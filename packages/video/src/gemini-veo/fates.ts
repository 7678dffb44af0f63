import type { VideoFates } from '../upstream/fates.ts'
import { fates as vertexFates } from '../vertex-veo/fates.ts'

/** The fate of each field of a request at Veo on Google's developer API, where every video has sound. */
export const fates = { ...vertexFates, audio: 'always-audio', seed: 'seed', fps: 'fps' } as const satisfies VideoFates
