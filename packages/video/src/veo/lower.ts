import type { Context, Format } from '@interlingua/core'
import { applyFates } from '../upstream/apply-fates.ts'
import { checkInputs, type TakenInputs } from '../upstream/check-inputs.ts'
import type { VideoFates } from '../upstream/fates.ts'
import { splitCount } from '../upstream/split-count.ts'
import type { VideoRequest } from '../video-request.ts'
import { readSettings } from './settings.ts'

/** What one of Google's doors takes, where a channel does not know better. */
export interface VeoDoor {
  readonly format: Format
  readonly fates: VideoFates
  readonly takes: TakenInputs
  readonly mostVideos: number
}

/** The operations of a wish; how many videos each makes is always said. */
export function lower(request: VideoRequest, door: VeoDoor, context: Context): readonly VideoRequest[] {
  checkInputs(request, door.format, door.takes)
  const { mostVideos = door.mostVideos, takes = [] } = readSettings(context.dialect, door.format)
  const fates =
    takes.length === 0 ? door.fates : { ...door.fates, ...Object.fromEntries(takes.map((field) => [field, 'carried' as const])) }
  return splitCount(applyFates({ count: 1, ...request }, fates, context), mostVideos, context)
}
