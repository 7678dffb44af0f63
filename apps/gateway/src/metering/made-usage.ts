import type { ImageUsage } from '@interlingua/images'

/** What was used, with what was made where that is counted. */
export interface MadeUsage extends ImageUsage {
  readonly videos?: number
}
