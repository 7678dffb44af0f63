import { type Context, isJsonObject, type WireReply } from '@interlingua/core'
import { pathSegment } from '@interlingua/core/adapter'
import { readFailure } from '@interlingua/adapter-kit'
import { idIn } from '../upstream/id-in.ts'
import { objectOf } from '../upstream/object-of.ts'
import type { VideoRequest } from '../video-request.ts'
import type { VideoUpstream } from '../video-upstream.ts'
import { decodePoll } from './decode-poll.ts'
import { encodeSubmit } from './encode-submit.ts'
import { familyOf } from './family-of.ts'
import { format } from './format.ts'
import { lowerRequest } from './lower-request.ts'
import { readSettings } from './settings.ts'

/** The id of a submitted task, for gateways that wrap their answer in `data` as well. */
function decodeSubmitted(reply: WireReply<unknown>): string {
  const wire = objectOf(reply, format)
  const { data } = wire
  return idIn(isJsonObject(data) ? { ...data, ...wire } : wire, ['task_id', 'id'], format)
}

/** Another gateway with this interface, all three families. */
export const gatewayVideo = {
  format,
  families: ['vf-3', 'vf-2', 'vf-1'],
  lowerRequest,
  encodeSubmit: (request: VideoRequest, context: Context) => encodeSubmit(request, familyOf(request, context)),
  decodeSubmitted,
  poll: (operation: string) => ({ method: 'GET', path: `/v1/video/generations/${pathSegment(operation)}` }),
  decodePoll,
  decodeFailure: (reply: WireReply<unknown>, context: Context) => readFailure(reply, format, context),
  acceptsUrl: ({ source }) => source?.type === 'url' && /^(?:https?|asset):/i.test(source.url),
  pollSchedule: { initial: 5_000, interval: 5_000, growth: 1.3, maxInterval: 15_000, deadline: 48 * 3_600_000 },
  checkDialect: readSettings,
} as const satisfies VideoUpstream
