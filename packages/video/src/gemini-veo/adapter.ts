import type { Context, WireReply } from '@interlingua/core'
import { placeOf, readFailure } from '@interlingua/dialects'
import { notice } from '../notices.ts'
import { idIn } from '../upstream/id-in.ts'
import { encodeInstance } from '../veo/encode-instance.ts'
import { decodeOperation } from '../veo/decode-operation.ts'
import { lower } from '../veo/lower.ts'
import { pace } from '../veo/pace.ts'
import type { VideoRequest } from '../video-request.ts'
import type { VideoUpstream } from '../video-upstream.ts'
import { fates } from './fates.ts'
import { format } from './format.ts'

function lowerRequest(request: VideoRequest, context: Context): readonly VideoRequest[] {
  const { audio, ...rest } = request
  // Silence was asked for, and not only left unsaid.
  if (audio === false && request.fields?.['audio'] !== undefined) context.onNotice(notice('always-audio', placeOf(request, 'audio')))
  return lower(rest, format, fates, { inline: true }, 1, context)
}

/** Veo on Google's developer API: takes no addresses, makes one video an operation, gives files to the key alone. https://ai.google.dev/api/veo */
export const geminiVeo = {
  format,
  families: ['vf-2'],
  lowerRequest,
  encodeSubmit: (request: VideoRequest) => ({
    path: `/v1beta/models/${encodeURIComponent(request.model)}:predictLongRunning`,
    query: {},
    headers: { 'content-type': 'application/json' },
    body: encodeInstance(request),
  }),
  decodeSubmitted: (reply: WireReply<unknown>) => idIn(reply, ['name'], format),
  // A name is a path of its own.
  poll: (operation: string) => ({ method: 'GET', path: `/v1beta/${operation.split('/').map(encodeURIComponent).join('/')}` }),
  decodePoll: (reply: WireReply<unknown>) => decodeOperation(reply, format, true),
  decodeFailure: (reply: WireReply<unknown>, context: Context) => readFailure(reply, format, context),
  takesUrl: () => false,
  pace,
} as const satisfies VideoUpstream
