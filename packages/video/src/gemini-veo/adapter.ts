import type { Context, JsonObject, WireReply } from '@interlingua/core'
import { readFailure } from '@interlingua/dialects'
import { idIn } from '../upstream/id-in.ts'
import { objectOf } from '../upstream/object-of.ts'
import { encodeInstance } from '../veo/encode-instance.ts'
import { decodeOperation } from '../veo/decode-operation.ts'
import { lower, type VeoDoor } from '../veo/lower.ts'
import { pace } from '../veo/pace.ts'
import { readSettings } from '../veo/settings.ts'
import type { VideoRequest } from '../video-request.ts'
import type { VideoUpstream } from '../video-upstream.ts'
import { fates } from './fates.ts'
import { format } from './format.ts'

/** References are taken beside the frames that the interface names. */
const inline = { inline: true } as const
const door: VeoDoor = {
  format,
  fates,
  takes: { 'first-frame': inline, 'last-frame': inline, 'reference-image': inline },
  mostVideos: 1,
}

/** Veo on Google's developer API: takes no addresses, makes one video an operation, gives files to the key alone. https://ai.google.dev/api/veo */
export const geminiVeo = {
  format,
  families: ['vf-2'],
  lowerRequest: (request: VideoRequest, context: Context) => lower(request, door, context),
  encodeSubmit: (request: VideoRequest) => ({
    path: `/v1beta/models/${encodeURIComponent(request.model)}:predictLongRunning`,
    query: {},
    headers: { 'content-type': 'application/json' },
    body: encodeInstance(request),
  }),
  decodeSubmitted: (reply: WireReply<unknown>) => idIn(objectOf(reply, format), ['name'], format),
  // A name is a path of its own.
  poll: (operation: string) => ({ method: 'GET', path: `/v1beta/${operation.split('/').map(encodeURIComponent).join('/')}` }),
  decodePoll: (reply: WireReply<unknown>) => decodeOperation(reply, format, true),
  decodeFailure: (reply: WireReply<unknown>, context: Context) => readFailure(reply, format, context),
  takesUrl: () => false,
  pace,
  checkDialect: (settings: JsonObject) => readSettings(settings, format),
} as const satisfies VideoUpstream
