import type { Context, JsonObject, WireReply } from '@interlingua/core'
import { pathOfModel, readFailure } from '@interlingua/adapter-kit'
import { idIn } from '../upstream/id-in.ts'
import { objectOf } from '../upstream/object-of.ts'
import type { VideoRequest } from '../video-request.ts'
import { decodeOperation } from './decode-operation.ts'
import { encodeInstance } from './encode-instance.ts'
import { lower, type VeoDoor } from './lower.ts'
import { pace } from './pace.ts'
import { readSettings } from './settings.ts'

/** What is the same at both of Google's doors. `keyed`: addresses of files are given only to whoever brings the key. */
export function veoUpstream<D extends VeoDoor>(door: D, keyed: boolean) {
  const { format }: { readonly format: D['format'] } = door
  return {
    format,
    families: ['vf-2'],
    lowerRequest: (request: VideoRequest, context: Context) => lower(request, door, context),
    encodeSubmit: (request: VideoRequest) => ({
      path: pathOfModel(request.model, 'predictLongRunning'),
      query: {},
      headers: { 'content-type': 'application/json' },
      body: encodeInstance(request),
    }),
    decodeSubmitted: (reply: WireReply<unknown>) => idIn(objectOf(reply, format), ['name'], format),
    decodePoll: (reply: WireReply<unknown>) => decodeOperation(reply, format, keyed),
    decodeFailure: (reply: WireReply<unknown>, context: Context) => readFailure(reply, format, context),
    pace,
    checkDialect: (settings: JsonObject) => readSettings(settings, format),
  } as const
}
