import type { FieldPointers } from '@interlingua/core'
import type { VideoRequest } from '../video-request.ts'

/** A wish as one family words it: what it says, and where each of it stood. */
export interface Spelled {
  readonly request: Omit<VideoRequest, 'model' | 'prompt'>
  readonly places: FieldPointers
}
