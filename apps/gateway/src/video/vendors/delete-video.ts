import { answerFailure } from '../../answers/answer-failure.ts'
import { answerJson } from '../../answers/answer-json.ts'
import type { Parameters } from '../../endpoint.ts'
import type { Exchange } from '../../exchange.ts'
import type { Fault } from '../../faults/fault.ts'
import { guardAsync } from '../../faults/guard-async.ts'
import { taskKinds } from '../../tasks/task-documents.ts'
import { taskStates } from '../../tasks/task-states.ts'
import { findVideoTask, noSuchTask } from '../find-video-task.ts'
import { readVideoPayload } from '../video-documents.ts'

/** `DELETE /v1/videos/{video_id}`: the task and the files that are kept here. One that is being made costs money all the same: it stays. */
export function deleteVideo(exchange: Exchange, { video_id: id = '' }: Parameters): void {
  void guardAsync(exchange, async () => {
    const task = await findVideoTask(exchange, id)
    if (exchange.over) return
    if (task === undefined) return answerFailure(exchange, noSuchTask)
    if (!taskStates.isSettled(task.state)) return answerFailure(exchange, running)
    const { results, store } = exchange.gateway
    for (const { kept = [] } of readVideoPayload(task.payload).operations)
      for (const { name } of kept) if (name !== undefined) await results.delete(name)
    await store.documents.delete(taskKinds.task, id)
    answerJson(exchange, { id, object: 'video.deleted', deleted: true })
  })
}

const running: Fault = {
  failure: {
    code: 'conflict',
    message: 'The video is still being made: only one that is completed or has failed can be deleted.',
    retryable: false,
    status: 409,
  },
  status: 409,
}
