import { isJsonObject } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import { refuseDashscope } from '../../images/refuse-dashscope.ts'
import type { DemoRequest } from '../demo-request.ts'
import { sendFailure } from '../send-failure.ts'
import { sendJson } from '../send-json.ts'
import type { StoredTask } from './create-task-store.ts'
import { dashscopeProfile } from './dashscope-profile.ts'
import type { MediaDialect } from './media-dialect.ts'

const query = /^\/api\/v1\/tasks\/([^/]+)$/
const cancel = /^\/api\/v1\/tasks\/([^/]+)\/cancel$/

/** `GET /api/v1/tasks/{id}`: the state of a task. An unknown id is answered with status 200 and `UNKNOWN`. */
export const dashscopeTasks: MediaDialect = {
  ...dashscopeProfile,
  format: 'dashscope',
  models: {},
  method: 'GET',
  serves: (path) => query.test(path),
  read: (_body, demoRequest) => ({
    prompt: '',
    async answer() {
      const id = query.exec(demoRequest.path)?.[1] ?? ''
      sendJson(demoRequest, 200, { request_id: demoRequest.requestId, ...(await report(id, demoRequest)) })
    },
  }),
}

/** `POST /api/v1/tasks/{id}/cancel`, which succeeds only for a pending task. */
export const dashscopeCancel: MediaDialect = {
  ...dashscopeProfile,
  format: 'dashscope',
  models: {},
  bodiless: true,
  serves: (path) => cancel.test(path),
  read: (_body, demoRequest) => ({
    prompt: '',
    answer() {
      const id = cancel.exec(demoRequest.path)?.[1] ?? ''
      const { tasks } = demoRequest.state
      const task = tasks.get(id)
      if (!task || Math.min(task.runs, task.ends) <= Date.now())
        return sendFailure(
          demoRequest,
          dashscopeProfile,
          refuseDashscope('Failed to cancel the task, please confirm if the task is in PENDING status.', 'UnsupportedOperation'),
        )
      tasks.put(id, { ...task, ends: Date.now(), cancelled: true })
      sendJson(demoRequest, 200, { request_id: demoRequest.requestId })
    },
  }),
}

async function report(id: string, { state }: DemoRequest): Promise<JsonObject> {
  const task = state.tasks.get(id)
  if (!task) return { output: { task_id: id, task_status: 'UNKNOWN' } }
  const now = Date.now()
  const times = timesOf(task, now)
  if (now >= task.ends && task.cancelled === true) return { output: { task_id: id, task_status: 'CANCELED', ...times } }
  if (now >= task.runs) task.result().catch(() => {}) // starts the work; a failure is reported at the end
  if (now < task.ends) return { output: { task_id: id, task_status: now < task.runs ? 'PENDING' : 'RUNNING', ...times } }
  const { output, ...rest } = await task.result()
  return { output: { task_id: id, ...times, ...(isJsonObject(output) ? output : {}) }, ...rest }
}

function timesOf({ submitted, runs, ends }: StoredTask, now: number): JsonObject {
  return {
    submit_time: encode(submitted),
    ...(now >= runs && { scheduled_time: encode(runs) }),
    ...(now >= ends && { end_time: encode(ends) }),
  }
}

/** Writes a time as `2026-11-21 22:00:00.123`. */
function encode(time: number): string {
  return new Date(time).toISOString().replace('T', ' ').replace('Z', '')
}
