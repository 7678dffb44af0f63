import type { Context } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import { notice } from '../notices.ts'
import type { VideoRequest } from '../video-request.ts'
import type { VideoFates } from './fates.ts'

type Field = keyof VideoFates

/** The request without the fields that the dialect does not carry, each of them reported at the caller's field. */
export function applyFates(request: VideoRequest, fates: VideoFates, context: Context): VideoRequest {
  const kept: Partial<Record<Field, unknown>> = { ...request }
  for (const field of Object.keys(fates) as Field[]) {
    // the keys of the table itself
    const fate = fates[field]
    if (fate === 'carried' || request[field] === undefined) continue
    if (!saysNothing(request, field, fate)) context.onNotice(notice(fate, placeOf(request, field)))
    delete kept[field]
  }
  return kept as VideoRequest // a request without some of its optional fields
}

/** True for a value that changes nothing, so that to leave it out needs no notice. */
function saysNothing(request: VideoRequest, field: Field, fate: string): boolean {
  switch (field) {
    case 'watermark':
    case 'cameraFixed':
    case 'returnLastFrame':
    case 'draft':
    case 'assets':
      return request[field] === false
    case 'serviceTier':
      return request.serviceTier === 'default'
    case 'tools':
      return request.tools?.length === 0
    case 'size':
      // Resolution and ratio state the size in words as well.
      return request.resolution !== undefined && request.aspectRatio !== undefined
    case 'audio':
      // The decoder, not the caller, filled in the audio of a request without a field for it.
      return fate === 'always-audio' && (request.audio === true || (request.fields !== undefined && request.fields['audio'] === undefined))
    default:
      return false
  }
}
