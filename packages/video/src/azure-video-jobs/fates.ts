import { fates as openaiFates } from '../openai-videos/fates.ts'
import type { VideoFates } from '../upstream/fates.ts'

/** What becomes of each field of a wish at Azure. */
export const fates: VideoFates = openaiFates
