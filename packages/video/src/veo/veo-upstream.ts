import type { Context, JsonObject, WireReply } from '@interlingua/core'
import { pathOfModel, readFailure } from '@interlingua/adapter-kit'
import { idIn } from '../upstream/id-in.ts'
import { objectOf } from '../upstream/object-of.ts'
import type { VideoRequest } from '../video-request.ts'
import { decodeOperation } from './decode-operation.ts'
import { encodeInstance } from './encode-instance.ts'
import { lower, type VeoVariant } from './lower.ts'
import { pollSchedule } from './poll-schedule.ts'
import { readSettings } from './settings.ts'

/** The common part of the developer API and Vertex. `keyed` marks videos whose URLs need the API key. */
export function veoUpstream<D extends VeoVariant>(variant: D, keyed: boolean) {
  const { format }: { readonly format: D['format'] } = variant
  return {
    format,
    families: ['vf-2'],
    lowerRequest: (request: VideoRequest, context: Context) => lower(request, variant, context),
    encodeSubmit: (request: VideoRequest) => ({
      path: pathOfModel(request.model, 'predictLongRunning'),
      query: {},
      headers: { 'content-type': 'application/json' },
      body: encodeInstance(request),
    }),
    decodeSubmitted: (reply: WireReply<unknown>) => idIn(objectOf(reply, format), ['name'], format),
    decodePoll: (reply: WireReply<unknown>) => decodeOperation(reply, format, keyed),
    decodeFailure: (reply: WireReply<unknown>, context: Context) => readFailure(reply, format, context),
    pollSchedule,
    checkDialect: (settings: JsonObject) => readSettings(settings, format),
  } as const
}
