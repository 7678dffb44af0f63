import type { Exchange } from '../exchange.ts'
import type { Task } from '../tasks/task.ts'
import { videoFault } from './video-errors.ts'

/** A task of the caller's; `undefined`: there is none, or it is somebody else's. Rejects with a `StoreError`. */
export async function findVideoTask({ gateway, key }: Exchange, id: string): Promise<Task | undefined> {
  if (!/^task_[A-Za-z0-9]{32}$/.test(id)) return undefined
  const task = await gateway.tasks.find(id, key?.id ?? '')
  return task?.kind === 'video' ? task : undefined
}

export const noSuchTask = videoFault(
  {
    failure: { code: 'not-found', message: 'Task not found: there is none of this id, or it has expired.', retryable: false, status: 404 },
    status: 404,
  },
  'task_not_exist',
)
