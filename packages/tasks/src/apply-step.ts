import type { Failure, JsonObject } from '@interlingua/core'
import { type Task, type TaskOutcome, type TaskPayload, taskStates, type TaskStep } from './task.ts'

/** Number of answers in a row that there is no such task, and age of the task in milliseconds, from which on the upstream is believed. */
const mostMissing = 3
const minAgeMs = 60_000
const longestBackoff = 60_000

/**
 * Computes the task after a poll, without side effects; a settled task is returned unchanged, as the same value. `interval`: milliseconds of its
 * driver; the last poll is at the deadline.
 */
export function applyStep(task: Task, step: TaskStep, now: number, interval: number): Task {
  if (taskStates.isSettled(task.state)) return task
  const { asker: _asker, ...left } = task
  switch (step.state) {
    case 'succeeded':
    case 'failed':
    case 'cancelled':
    case 'expired':
      return settleTask(task, step, now)
    case 'queued':
    case 'running': {
      const known = { ...left, unreached: 0, missing: 0, state: taskStates.later(task.state, step.state) }
      if (step.payload !== undefined) known.payload = payloadOf(task, step.payload)
      const grown = step.progress === undefined ? known : { ...known, progress: Math.max(step.progress, task.progress ?? 0) }
      return pollLater(grown, now, step.again === true ? 0 : Math.max(interval, step.wait ?? 0))
    }
    case 'missing': {
      const missing = task.missing + 1
      const age = now - (task.submittedAt ?? task.createdAt)
      if (missing >= mostMissing && age > minAgeMs) return settleTask(task, { state: 'expired', failure: gone }, now)
      return pollLater({ ...left, missing, unreached: 0 }, now, interval)
    }
    case 'unknown':
      return pollLater({ ...left, unreached: 0, missing: 0 }, now, interval)
    case 'unreachable': {
      const backoff = Math.min(Math.max(longestBackoff, interval), interval * 2 ** Math.min(task.unreached, 30))
      return pollLater({ ...left, unreached: task.unreached + 1, missing: 0 }, now, Math.max(backoff, step.wait ?? 0))
    }
  }
}

/** Settles a task; a settled one is returned unchanged. */
export function settleTask(task: Task, outcome: TaskOutcome, now: number): Task {
  if (taskStates.isSettled(task.state)) return task
  const { asker: _asker, ...left } = task
  const { state, payload } = outcome
  const settled = { ...left, state, payload: payloadOf(task, payload), settledAt: now, unreached: 0, missing: 0 }
  if (outcome.state === 'succeeded') return { ...settled, result: outcome.result, progress: 100 }
  return { ...settled, failure: outcome.failure }
}

function payloadOf(task: Task, payload: TaskPayload = task.payload): JsonObject {
  return typeof payload === 'function' ? payload(task.payload) : payload
}

/** Fails a task whose deadline is over. */
export function timeOut(task: Task, now: number): Task {
  return settleTask(task, { state: 'failed', failure: late }, now)
}

function pollLater(task: Task, now: number, wait: number): Task {
  return now >= task.deadline ? timeOut(task, now) : { ...task, nextPoll: Math.min(now + wait, task.deadline) }
}

const late: Failure = { code: 'timeout', message: 'The upstream did not finish this task in time.', retryable: true, status: 504 }
const gone: Failure = { code: 'not-found', message: 'The upstream has no such task any more.', retryable: false, status: 504 }
