import type { Context } from '@interlingua/core'
import { placeOf } from '@interlingua/adapter-kit'
import { notice } from '../notices.ts'
import type { VideoRequest } from '../video-request.ts'
import type { VideoFates } from './fates.ts'

type Field = keyof VideoFates

/** The wish without what a dialect does not carry, each field that is left out reported where the caller wrote it. */
export function applyFates(request: VideoRequest, fates: VideoFates, context: Context): VideoRequest {
  const kept: Partial<Record<Field, unknown>> = { ...request }
  for (const field of Object.keys(fates) as Field[]) {
    // its own keys
    const fate = fates[field]
    if (fate === 'carried' || request[field] === undefined) continue
    if (!saysNothing(request, field, fate)) context.onNotice(notice(fate, placeOf(request, field)))
    delete kept[field]
  }
  return kept as VideoRequest // a request without some of its optional fields
}

/** What would be as it is anyway: to leave it out loses nothing. */
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
      // Said in words as well.
      return request.resolution !== undefined && request.aspectRatio !== undefined
    case 'audio':
      // A wish of which nobody said it has the interface's own usual value.
      return fate === 'always-audio' && (request.audio === true || (request.fields !== undefined && request.fields['audio'] === undefined))
    default:
      return false
  }
}
