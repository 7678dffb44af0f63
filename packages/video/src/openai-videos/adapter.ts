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
import { readSettings } from './settings.ts'

/**
 * The Videos API of OpenAI, which other vendors still serve: OpenAI's own ended on 2026-09-24.
 * https://platform.openai.com/docs/api-reference/videos
 */
export const openaiVideos = {
  format,
  families: ['vf-1'],
  lowerRequest,
  encodeSubmit,
  decodeSubmitted: (reply: WireReply<unknown>) => idIn(objectOf(reply, format), ['id'], format),
  poll: (operation: string) => ({ method: 'GET', path: `/v1/videos/${pathSegment(operation)}` }),
  decodePoll,
  list: () => ({ method: 'GET', path: '/v1/videos?limit=100&order=desc' }),
  decodeList: (reply: WireReply<unknown>) => decodeListed(reply, 'data', format),
  decodeFailure: (reply: WireReply<unknown>, context: Context) => readFailure(reply, format, context),
  acceptsUrl: ({ role, source }, context) =>
    source?.type === 'url' && role === 'first-frame' && /^https?:/i.test(source.url) && context.dialect['reference'] !== 'multipart',
  pollSchedule: { initial: 10_000, interval: 10_000, growth: 1.5, maxInterval: 60_000, deadline: 30 * 60_000 },
  checkDialect: readSettings,
} as const satisfies VideoUpstream
