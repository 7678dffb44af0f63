import { encodeTask } from '@interlingua/video'
import { answerJson } from '../reply/write-reply.ts'
import type { FailureReply, Formats } from '@interlingua/gateway-kernel'
import type { Endpoint, Parameters, Reply } from '../server/reply.ts'
import type { AdmittedRequest } from '../server/client-request.ts'
import { taskStates } from '@interlingua/tasks'
import { findVideoTask, noSuchTask } from './documents.ts'
import { serveDownload } from './download.ts'
import { serveSubmit } from './serve-submit.ts'
import { googleVideoEndpoints } from './vendors/google-endpoints.ts'
import { openaiVideoEndpoints } from './vendors/openai-endpoints.ts'
import { videoErrors } from './failures.ts'
import { viewTask } from './lookup.ts'

/** Seconds after which the next poll makes sense, as text for the header. */
const retryAfter = '5'

/** Serves `GET /v1/video/generations/{task_id}` from the store; the upstream is polled on a schedule of its own. */
async function serveQuery(admitted: AdmittedRequest, reply: Reply, { task_id: id = '' }: Parameters): Promise<FailureReply | void> {
  const task = await findVideoTask(admitted, id)
  if (reply.ended) return
  if (task === undefined) return noSuchTask
  if (!taskStates.isSettled(task.state)) reply.headers = { ...reply.headers, 'retry-after': retryAfter }
  answerJson(reply, encodeTask(await viewTask(task, admitted.client)))
}

/** Endpoints of videos, which are made by tasks. No task has the id `download`. */
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
