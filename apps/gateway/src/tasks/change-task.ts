import type { DocumentStore } from '../store/store.ts'
import { readTask, taskKinds, writeTask } from './task-documents.ts'
import type { Task } from './task.ts'

/**
 * Writes what `edit` makes of a task, by compare and set: `edit` sees the newest, and gives the same value back where nothing is to be
 * written. Gives the task as it is then, and whether this call changed it; `undefined` where there is none. Rejects with a `StoreError`.
 */
export async function changeTask(
  documents: DocumentStore,
  id: string,
  edit: (task: Task) => Task | Promise<Task>,
): Promise<{ readonly task: Task; readonly changed: boolean } | undefined> {
  for (;;) {
    const document = await documents.get(taskKinds.task, id, Date.now())
    if (document === undefined) return undefined
    const task = readTask(document)
    const edited = await edit(task)
    if (edited === task) return { task, changed: false }
    if (await documents.replace(writeTask(edited))) return { task: { ...edited, revision: task.revision + 1 }, changed: true }
  }
}
