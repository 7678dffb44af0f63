import { isJsonObject } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import { refuseDashscope } from '../../images/refuse-dashscope.ts'
import type { Exchange } from '../exchange.ts'
import { sendFailure } from '../send-failure.ts'
import { sendJson } from '../send-json.ts'
import type { StoredTask } from './create-task-store.ts'
import { dashscopeFace } from './dashscope-face.ts'
import type { MediaDialect } from './media-dialect.ts'

const query = /^\/api\/v1\/tasks\/([^/]+)$/
const cancel = /^\/api\/v1\/tasks\/([^/]+)\/cancel$/

/** `GET /api/v1/tasks/{id}`: how a task stands. One that nobody knows is an answer too. */
export const dashscopeTasks: MediaDialect = {
  ...dashscopeFace,
  format: 'dashscope',
  models: {},
  method: 'GET',
  serves: (path) => query.test(path),
  read: (_body, exchange) => ({
    prompt: '',
    async answer() {
      const id = query.exec(exchange.path)?.[1] ?? ''
      sendJson(exchange, 200, { request_id: exchange.requestId, ...(await tell(id, exchange)) })
    },
  }),
}

/** `POST /api/v1/tasks/{id}/cancel`: possible as long as a task waits. */
export const dashscopeCancel: MediaDialect = {
  ...dashscopeFace,
  format: 'dashscope',
  models: {},
  bodiless: true,
  serves: (path) => cancel.test(path),
  read: (_body, exchange) => ({
    prompt: '',
    answer() {
      const id = cancel.exec(exchange.path)?.[1] ?? ''
      const { tasks } = exchange.state
      const task = tasks.get(id)
      if (!task || Math.min(task.runs, task.ends) <= Date.now())
        return sendFailure(
          exchange,
          dashscopeFace,
          refuseDashscope('Failed to cancel the task, please confirm if the task is in PENDING status.', 'UnsupportedOperation'),
        )
      tasks.put(id, { ...task, ends: Date.now(), cancelled: true })
      sendJson(exchange, 200, { request_id: exchange.requestId })
    },
  }),
}

async function tell(id: string, { state }: Exchange): Promise<JsonObject> {
  const task = state.tasks.get(id)
  if (!task) return { output: { task_id: id, task_status: 'UNKNOWN' } }
  const now = Date.now()
  const times = timesOf(task, now)
  if (now >= task.ends && task.cancelled === true) return { output: { task_id: id, task_status: 'CANCELED', ...times } }
  if (now >= task.runs) task.result().catch(() => {}) // begins now; a failure is told at the end
  if (now < task.ends) return { output: { task_id: id, task_status: now < task.runs ? 'PENDING' : 'RUNNING', ...times } }
  const { output, ...rest } = await task.result()
  return { output: { task_id: id, ...times, ...(isJsonObject(output) ? output : {}) }, ...rest }
}

function timesOf({ submitted, runs, ends }: StoredTask, now: number): JsonObject {
  return {
    submit_time: print(submitted),
    ...(now >= runs && { scheduled_time: print(runs) }),
    ...(now >= ends && { end_time: print(ends) }),
  }
}

/** `2026-11-21 22:00:00.123`. */
function print(time: number): string {
  return new Date(time).toISOString().replace('T', ' ').replace('Z', '')
}
