import { fates as openaiFates } from '../openai-videos/fates.ts'
import type { VideoFates } from '../upstream/fates.ts'

/** The fate of each field of a request at Azure: the same as at OpenAI. */
export const fates: VideoFates = openaiFates
