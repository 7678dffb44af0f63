import type { Context } from '@interlingua/core'
import { placeOf } from '@interlingua/dialects'
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
    // What is false, or the least, is what happens anyway.
    if (request[field] !== false && !(field === 'count' && request.count === 1)) context.onNotice(notice(fate, placeOf(request, field)))
    delete kept[field]
  }
  return kept as VideoRequest // a request without some of its optional fields
}
