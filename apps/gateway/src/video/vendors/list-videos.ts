import { encodeOpenaiVideo } from '@interlingua/video'
import { answerFailure } from '../../answers/answer-failure.ts'
import { answerJson } from '../../answers/answer-json.ts'
import type { Exchange } from '../../exchange.ts'
import { guardAsync } from '../../faults/guard-async.ts'
import { invalidRequest } from '../../requests/invalid-request.ts'
import { queryOf } from '../../requests/query-of.ts'
import { readTask, taskKinds } from '../../tasks/task-documents.ts'
import type { Task } from '../../tasks/task.ts'
import { findVideoTask } from '../find-video-task.ts'
import { viewTask } from '../view-task.ts'

const usualLimit = 20
const mostVideos = 100

/** `GET /v1/videos`: the caller's own, by pages. Query: `after`, `limit` 1 to 100, `order`. */
export function listVideos(exchange: Exchange): void {
  const query = queryOf(exchange.request.url ?? '')
  const limit = Number(query.get('limit') ?? usualLimit)
  if (!Number.isInteger(limit) || limit < 1 || limit > mostVideos)
    return answerFailure(exchange, invalidRequest(`must be a whole number from 1 to ${mostVideos}`, '/limit'))
  const order = query.get('order') ?? 'desc'
  if (order !== 'asc' && order !== 'desc') return answerFailure(exchange, invalidRequest('must be asc or desc', '/order'))
  void guardAsync(exchange, async () => {
    const after = query.get('after')
    const last = after === null ? undefined : await findVideoTask(exchange, after)
    if (exchange.over) return
    if (after !== null && last === undefined) return answerFailure(exchange, invalidRequest('there is no video with this id', '/after'))
    const found = await readVideos(exchange, limit + 1, order, last)
    const data = await Promise.all(found.slice(0, limit).map(async (task) => encodeOpenaiVideo(await viewTask(task, exchange))))
    const [first] = found
    answerJson(exchange, {
      object: 'list',
      data,
      first_id: first?.id ?? null,
      last_id: found.slice(0, limit).at(-1)?.id ?? null,
      has_more: found.length > limit,
    })
  })
}

/** Tasks of images stand between those of videos. */
async function readVideos(
  { gateway, key }: Exchange,
  count: number,
  order: 'asc' | 'desc',
  last: Task | undefined,
): Promise<readonly Task[]> {
  const videos: Task[] = []
  let after = last
  for (;;) {
    const page = await gateway.store.documents.list(taskKinds.task, {
      owner: key?.id ?? '',
      now: Date.now(),
      limit: count,
      order: order === 'asc' ? 'oldest-first' : 'newest-first',
      ...(after && { after: { createdAt: after.createdAt, id: after.id } }),
    })
    const tasks = page.map(readTask)
    videos.push(...tasks.filter(({ kind }) => kind === 'video'))
    after = tasks.at(-1)
    if (videos.length >= count || page.length < count) return videos.slice(0, count)
  }
}
