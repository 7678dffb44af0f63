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

/** References and a video to go on from are taken beside the frames that the interface names. */
const own = { inline: true, schemes: ['gs'] } as const
const door: VeoDoor = {
  format,
  fates,
  takes: { 'first-frame': own, 'last-frame': own, 'reference-image': own, 'source-video': own },
  mostVideos: 4,
}

/** Veo on Vertex. https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/veo-video-generation */
export const vertexVeo = {
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
  poll: (operation: string, model: string) => ({
    method: 'POST',
    path: `/v1beta/models/${encodeURIComponent(model)}:fetchPredictOperation`,
    body: { operationName: operation },
  }),
  decodePoll: (reply: WireReply<unknown>) => decodeOperation(reply, format, false),
  decodeFailure: (reply: WireReply<unknown>, context: Context) => readFailure(reply, format, context),
  takesUrl: ({ source }) => source?.type === 'url' && /^gs:/i.test(source.url),
  pace,
  checkDialect: (settings: JsonObject) => readSettings(settings, format),
} as const satisfies VideoUpstream
