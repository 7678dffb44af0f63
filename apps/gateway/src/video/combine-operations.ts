import type { JsonObject } from '@interlingua/core'
import type { Task } from '../tasks/task.ts'
import type { TaskSilence, TaskStep } from '../tasks/task-step.ts'
import { isOver, readVideoPayload, writeVideoPayload, type VideoOperation, type VideoPayload } from './video-documents.ts'

/** What was learnt of an operation: something, or why nothing. */
export interface OperationLook {
  readonly operation: VideoOperation
  readonly silence?: TaskSilence
  /** There is more to be done for it at once. */
  readonly again?: true
}

/** Milliseconds after which nobody submits further operations of a wish any more. */
const submission = 300_000

/** What the operations of a task say together: it runs while one of them does, and succeeds with those that did. */
export function combineOperations(task: Task, payload: VideoPayload, looks: readonly OperationLook[]): TaskStep {
  const silences = looks.flatMap(({ silence }) => (silence === undefined ? [] : [silence]))
  const open = looks.filter(({ operation }) => !isOver(operation))
  const [silence] = silences
  if (
    silence !== undefined &&
    silences.length === open.length &&
    looks.every(({ operation }, index) => operation === payload.operations[index])
  )
    return silence
  const operations = looks.map(({ operation }) => operation)
  const known = (newest: JsonObject): JsonObject => merge(newest, operations)
  const whole = payload.operations.length >= payload.expected || Date.now() - task.createdAt > submission
  if (open.length > 0 || !whole) {
    const progress = progressOf(operations)
    const runs = operations.some(({ state }) => state !== undefined && state !== 'queued')
    return {
      state: runs ? 'running' : 'queued',
      payload: known,
      ...(progress !== undefined && { progress }),
      ...(looks.some(({ again }) => again === true) && { again: true as const }),
    }
  }
  if (operations.some(({ state }) => state === 'succeeded'))
    return { state: 'succeeded', result: { videos: operations.flatMap(({ kept = [] }) => kept).length }, payload: known }
  const [first] = operations
  const state = first?.state === 'cancelled' || first?.state === 'expired' ? first.state : 'failed'
  const failure = first?.failure ?? { code: 'server', message: 'The upstream made no video.', retryable: false }
  return { state, failure, payload: known }
}

/** What was learnt, in what is known by now: others may have been added meanwhile. */
function merge(newest: JsonObject, learnt: readonly VideoOperation[]): JsonObject {
  const payload = readVideoPayload(newest)
  const byId = new Map(learnt.map((operation) => [operation.id, operation]))
  return writeVideoPayload({ ...payload, operations: payload.operations.map((operation) => byId.get(operation.id) ?? operation) })
}

/** Of all of them together, where at least one says it. */
function progressOf(operations: readonly VideoOperation[]): number | undefined {
  if (!operations.some(({ progress }) => progress !== undefined)) return undefined
  const sum = operations.reduce((total, operation) => total + (operation.found || isOver(operation) ? 100 : (operation.progress ?? 0)), 0)
  return Math.round(sum / operations.length)
}
