import { encodeTask } from '@interlingua/video'
import { answerFailure } from '../answers/answer-failure.ts'
import { answerJson } from '../answers/answer-json.ts'
import type { Formats } from '../create-formats.ts'
import type { Endpoint, Parameters } from '../endpoint.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { taskStates } from '../tasks/task-states.ts'
import { findVideoTask, noSuchTask } from './find-video-task.ts'
import { serveDownload } from './serve-download.ts'
import { serveSubmit } from './serve-submit.ts'
import { googleVideoEndpoints } from './vendors/google-endpoints.ts'
import { openaiVideoEndpoints } from './vendors/openai-endpoints.ts'
import { videoErrors } from './video-errors.ts'
import { viewTask } from './view-task.ts'

/** Seconds after which it is worth asking again. */
const patience = '5'

/** `GET /v1/video/generations/{task_id}`: from the store. The upstream is asked on its own time. */
function serveQuery(exchange: Exchange, { task_id: id = '' }: Parameters): void {
  void guardAsync(exchange, async () => {
    const task = await findVideoTask(exchange, id)
    if (exchange.over) return
    if (task === undefined) return answerFailure(exchange, noSuchTask)
    if (!taskStates.isSettled(task.state)) exchange.headers = { ...exchange.headers, 'retry-after': patience }
    answerJson(exchange, encodeTask(await viewTask(task, exchange)))
  })
}

/** Videos, which are made by tasks. No task is called `download`. */
export function videoEndpoints(formats: Formats): readonly Endpoint[] {
  const video = { edge: formats.ofVendor('openai'), dialect: 'video-tasks', access: 'key', errors: videoErrors } as const
  return [
    { ...video, method: 'POST', path: '/v1/video/generations', operation: 'video', metered: true, serve: serveSubmit },
    { ...video, method: 'GET', path: '/v1/video/generations/download', operation: 'video-download', metered: false, serve: serveDownload },
    { ...video, method: 'GET', path: '/v1/video/generations/{task_id}', operation: 'video-query', metered: false, serve: serveQuery },
    ...openaiVideoEndpoints(formats),
    ...googleVideoEndpoints(formats),
  ]
}
