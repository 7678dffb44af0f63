export { requestTask, type TaskQuestion } from './request-task.ts'
export { createTasks, type TasksOptions } from './create-tasks.ts'
export { retryUntilDone, type TaskEvent } from './poller.ts'
export { createDiskStorage } from './results/create-disk-storage.ts'
export { createResults, resultsPath } from './results/create-results.ts'
export {
  type ByteRange,
  createSigner,
  type NamedResult,
  type Pieces,
  publicAddress,
  readResultName,
  type ResultName,
  type Results,
  ResultsError,
  type ResultsOptions,
  type ResultStorage,
  type StoredResult,
} from './results/results.ts'
export type { TaskDriver, TaskHost, TaskPlace } from './task.ts'
export {
  readTask,
  type SubmittedTask,
  type Task,
  taskKinds,
  type TaskOutcome,
  type TaskPayload,
  type TaskSilence,
  type TaskState,
  taskStates,
  type TaskStep,
} from './task.ts'
export { changeTask, listOpenTasks, type TaskRequest, type Tasks } from './tasks.ts'
