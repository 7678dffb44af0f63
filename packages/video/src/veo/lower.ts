import type { Context, Format } from '@interlingua/core'
import { applyFates } from '../upstream/apply-fates.ts'
import { checkInputs, type TakenInputs } from '../upstream/check-inputs.ts'
import type { VideoFates } from '../upstream/fates.ts'
import { splitCount } from '../upstream/split-count.ts'
import type { VideoRequest } from '../video-request.ts'
import { readSettings } from './settings.ts'

/** The limits of one of Google's two APIs, as far as a channel's settings do not change them. */
export interface VeoVariant {
  readonly format: Format
  readonly fates: VideoFates
  readonly takes: TakenInputs
  readonly maxVideos: number
}

/** The operations of a request. Each states the number of its videos. */
export function lower(request: VideoRequest, variant: VeoVariant, context: Context): readonly VideoRequest[] {
  checkInputs(request, variant.format, variant.takes)
  const { maxVideos = variant.maxVideos, takes = [] } = readSettings(context.dialect, variant.format)
  const fates =
    takes.length === 0 ? variant.fates : { ...variant.fates, ...Object.fromEntries(takes.map((field) => [field, 'carried' as const])) }
  return splitCount(applyFates({ count: 1, ...request }, fates, context), maxVideos, context)
}
