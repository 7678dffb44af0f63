import { pathSegment } from '@interlingua/core/adapter'
import type { Context, WireReply } from '@interlingua/core'
import { readFailure } from '@interlingua/adapter-kit'
import { decodeListed } from '../upstream/decode-listed.ts'
import { idIn } from '../upstream/id-in.ts'
import { objectOf } from '../upstream/object-of.ts'
import type { VideoUpstream } from '../video-upstream.ts'
import { decodePoll } from './decode-poll.ts'
import { encodeSubmit } from './encode-submit.ts'
import { format } from './format.ts'
import { lowerRequest } from './lower-request.ts'

const jobs = '/v1/video/generations/jobs'

/** Azure's video generation jobs. https://learn.microsoft.com/azure/ai-services/openai/video-generation-quickstart */
export const azureVideoJobs = {
  format,
  families: ['vf-1'],
  lowerRequest,
  encodeSubmit,
  decodeSubmitted: (reply: WireReply<unknown>) => idIn(objectOf(reply, format), ['id'], format),
  poll: (operation: string) => ({ method: 'GET', path: `${jobs}/${pathSegment(operation)}` }),
  decodePoll,
  list: () => ({ method: 'GET', path: jobs }),
  decodeList: (reply: WireReply<unknown>) => decodeListed(reply, 'data', format),
  decodeFailure: (reply: WireReply<unknown>, context: Context) => readFailure(reply, format, context),
  acceptsUrl: () => false,
  pollSchedule: { initial: 10_000, interval: 10_000, growth: 1.5, maxInterval: 60_000, deadline: 30 * 60_000 },
} as const satisfies VideoUpstream
