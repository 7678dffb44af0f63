import type { FieldPointers } from '@interlingua/core'
import type { VideoRequest } from '../video-request.ts'

/** A request as one family words it, with the fields of the body from which each value was read. */
export interface Spelled {
  readonly request: Omit<VideoRequest, 'model' | 'prompt'>
  readonly places: FieldPointers
}
