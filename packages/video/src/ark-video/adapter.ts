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

const tasks = '/v1/contents/generations/tasks'

/** Seedance by Ark. https://www.volcengine.com/docs/82379/1520758 */
export const arkVideo = {
  format,
  marksUsers: true,
  families: ['vf-3'],
  lowerRequest,
  encodeSubmit,
  decodeSubmitted: (reply: WireReply<unknown>) => idIn(objectOf(reply, format), ['id'], format),
  poll: (operation: string) => ({ method: 'GET', path: `${tasks}/${pathSegment(operation)}` }),
  decodePoll,
  list: () => ({ method: 'GET', path: `${tasks}?page_num=1&page_size=100` }),
  decodeList: (reply: WireReply<unknown>) => decodeListed(reply, 'items', format),
  decodeFailure: (reply: WireReply<unknown>, context: Context) => readFailure(reply, format, context),
  // Ark takes images and audio as URLs or inline, and videos only as URLs.
  acceptsUrl: ({ source }) => source?.type === 'url' && /^(?:https?|asset):/i.test(source.url),
  pollSchedule: { initial: 5_000, interval: 5_000, growth: 1.3, maxInterval: 15_000, deadline: 48 * 3_600_000 },
  checkDialect: readSettings,
} as const satisfies VideoUpstream
