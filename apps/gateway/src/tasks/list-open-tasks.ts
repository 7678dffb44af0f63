import type { DocumentStore } from '../store/store.ts'
import { readOpenTask, taskKinds, type OpenTask } from './task-documents.ts'

const pageSize = 500

/** Those that are not settled, of one channel or of all, the oldest first. One that was settled just now may still be among them. */
export async function listOpenTasks(documents: DocumentStore, channel?: string): Promise<readonly OpenTask[]> {
  const tasks: OpenTask[] = []
  for (;;) {
    const last = tasks.at(-1)
    const page = await documents.list(taskKinds.open, {
      now: Date.now(),
      limit: pageSize,
      order: 'oldest-first',
      ...(channel !== undefined && { owner: channel }),
      ...(last && { after: { createdAt: last.createdAt, id: last.id } }),
    })
    tasks.push(...page.map(readOpenTask))
    if (page.length < pageSize) return tasks
  }
}
