import { isJsonObject, WireError, type Context, type WireReply } from '@interlingua/core'
import { readFailure } from '@interlingua/dialects'
import { objectOf } from '../upstream/object-of.ts'
import { wholeIn } from '../upstream/whole-in.ts'
import type { ListedOperation, VideoUpstream } from '../video-upstream.ts'
import { decodePoll } from './decode-poll.ts'
import { encodeSubmit } from './encode-submit.ts'
import { format } from './format.ts'
import { lowerRequest } from './lower-request.ts'

const tasks = '/v1/contents/generations/tasks'

/** Seedance by Ark. https://www.volcengine.com/docs/82379/1520758 */
export const arkVideo = {
  format,
  families: ['vf-3'],
  lowerRequest,
  encodeSubmit,
  decodeSubmitted(reply: WireReply<unknown>) {
    const { id } = objectOf(reply, format)
    if (typeof id !== 'string' || id === '') throw new WireError(format, '/id', 'the id of a task is expected')
    return id
  },
  poll: (operation: string) => ({ method: 'GET', path: `${tasks}/${encodeURIComponent(operation)}` }),
  decodePoll,
  list: () => ({ method: 'GET', path: `${tasks}?page_num=1&page_size=100` }),
  decodeList(reply: WireReply<unknown>): readonly ListedOperation[] {
    const { items } = objectOf(reply, format)
    if (!Array.isArray(items)) throw new WireError(format, '/items', 'a list of tasks is expected')
    return items.filter(isJsonObject).flatMap(({ id, model, created_at: created }) => {
      if (typeof id !== 'string') return []
      const createdAt = wholeIn(created)
      return [{ operation: id, ...(typeof model === 'string' && { model }), ...(createdAt !== undefined && { createdAt }) }]
    })
  },
  decodeFailure: (reply: WireReply<unknown>, context: Context) => readFailure(reply, format, context),
  // A video is never taken inline; images and audio are either way.
  takesUrl: ({ source }) => source?.type === 'url' && /^(?:https?|asset):/i.test(source.url),
  pace: { first: 5_000, next: 5_000, growth: 1.3, most: 15_000, deadline: 48 * 3_600_000 },
} as const satisfies VideoUpstream
