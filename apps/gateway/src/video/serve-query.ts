import { encodeTask } from '@interlingua/video'
import { answerFailure } from '../answers/answer-failure.ts'
import { answerJson } from '../answers/answer-json.ts'
import type { Parameters } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { taskStates } from '../tasks/task-states.ts'
import { findVideoTask, noSuchTask } from './find-video-task.ts'
import { viewTask } from './view-task.ts'

/** Seconds after which it is worth asking again. */
const patience = '5'

/** `GET /v1/video/generations/{task_id}`: from the store. The upstream is asked on its own time. */
export function serveQuery(exchange: Exchange, { task_id: id = '' }: Parameters): void {
  void guardAsync(exchange, async () => {
    const task = await findVideoTask(exchange, id)
    if (exchange.over) return
    if (task === undefined) return answerFailure(exchange, noSuchTask)
    if (!taskStates.isSettled(task.state)) exchange.headers = { ...exchange.headers, 'retry-after': patience }
    answerJson(exchange, encodeTask(await viewTask(task, exchange)))
  })
}
