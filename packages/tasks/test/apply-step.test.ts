import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyStep, settleTask, timeOut } from '../src/apply-step.ts'
import { createTaskId } from '../src/tasks.ts'
import { type Task, type TaskState, taskStates, type TaskStep } from '../src/task.ts'

const failure = { code: 'server', message: 'no', retryable: false } as const
const order: readonly (readonly TaskState[])[] = [
  ['created'],
  ['submitted'],
  ['queued'],
  ['running'],
  ['succeeded', 'failed', 'cancelled', 'expired'],
]
const placeOf = (state: TaskState): number => order.findIndex((states) => states.includes(state))

function taskOf(more: Partial<Task> = {}): Task {
  return {
    id: 'task_a',
    owner: 'key_1',
    kind: 'image',
    channel: 'painter',
    state: 'submitted',
    upstreamId: 'up',
    payload: {},
    createdAt: 0,
    submittedAt: 1_000,
    deadline: 600_000,
    expiresAt: 1_000_000,
    nextPoll: 0,
    polls: 1,
    unreached: 0,
    missing: 0,
    revision: 1,
    ...more,
  }
}

const wait = fc.option(fc.nat(100_000), { nil: undefined })
const steps: fc.Arbitrary<TaskStep> = fc.oneof(
  fc.record({
    state: fc.constantFrom('queued', 'running'),
    wait,
    progress: fc.option(fc.nat(100), { nil: undefined }),
  }) as fc.Arbitrary<TaskStep>,
  fc.record({ state: fc.constant('unreachable'), problem: fc.constant('x'), wait }) as fc.Arbitrary<TaskStep>,
  fc.constant<TaskStep>({ state: 'missing' }),
  fc.constant<TaskStep>({ state: 'unknown', word: 'strange' }),
  fc.constant<TaskStep>({ state: 'succeeded', result: { a: 1 } }),
  fc.constantFrom('failed', 'cancelled', 'expired').map((state) => ({ state, failure }) as TaskStep),
)

test('whatever an upstream says, and when: a task never goes back, its end is final, and it is asked after again until then', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(steps, fc.nat(100_000)), { maxLength: 30 }), fc.integer({ min: 1, max: 20_000 }), (said, interval) => {
      let task = taskOf()
      let now = 1_000
      for (const [step, later] of said) {
        now += later
        const next = applyStep(task, step, now, interval)
        if (taskStates.isSettled(task.state)) expect(next).toBe(task)
        expect(placeOf(next.state)).toBeGreaterThanOrEqual(placeOf(task.state))
        expect(next.progress ?? 0).toBeGreaterThanOrEqual(task.progress ?? 0)
        if (taskStates.isSettled(next.state)) {
          expect([next.settledAt !== undefined, next.result !== undefined, next.failure !== undefined]).toEqual([
            true,
            next.state === 'succeeded',
            next.state !== 'succeeded',
          ])
        } else {
          expect(now).toBeLessThan(task.deadline)
          expect(next.nextPoll).toBeGreaterThan(now)
          expect(next.nextPoll).toBeLessThanOrEqual(task.deadline)
        }
        expect(next).not.toHaveProperty('asker')
        task = next
      }
    }),
  )
})

describe('what a question that came to nothing does', () => {
  test('an upstream that cannot be reached leaves the state as it is, and is asked less and less often, but for what it asks itself', () => {
    let task = taskOf({ state: 'running', asker: 'me' })
    const waits: number[] = []
    for (let time = 0; time < 9; time++) {
      task = applyStep(task, { state: 'unreachable', problem: 'x' }, 1_000, 3_000)
      waits.push(task.nextPoll - 1_000)
    }
    expect(waits).toEqual([3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000, 60_000, 60_000])
    expect(task.state).toBe('running')
    expect(applyStep(task, { state: 'unreachable', problem: 'x', wait: 90_000 }, 1_000, 3_000).nextPoll).toBe(91_000)
    expect(applyStep(task, { state: 'running' }, 1_000, 3_000)).toMatchObject({ nextPoll: 4_000, unreached: 0 })
  })

  test('a task has expired when the upstream said three times in a row that it has none, and it is older than a minute', () => {
    const missing = { state: 'missing' } as const
    let task = taskOf()
    for (let time = 0; time < 5; time++) task = applyStep(task, missing, 61_000, 1_000)
    expect([task.state, task.missing]).toEqual(['submitted', 5])
    expect(applyStep(task, missing, 61_001, 1_000)).toMatchObject({ state: 'expired', failure: { code: 'not-found' } })
    let old = taskOf()
    for (const step of [missing, missing, { state: 'running' } as const, missing, missing]) old = applyStep(old, step, 200_000, 1_000)
    expect(old).toMatchObject({ state: 'running', missing: 2 })
    expect(applyStep(old, missing, 200_000, 1_000).state).toBe('expired')
  })

  test('a question after the deadline is the last: what it says counts, and nothing said is a failure', () => {
    expect(applyStep(taskOf(), { state: 'succeeded', result: {} }, 700_000, 1_000).state).toBe('succeeded')
    for (const step of [
      { state: 'running' },
      { state: 'missing' },
      { state: 'unknown', word: '' },
      { state: 'unreachable', problem: '' },
    ] as const)
      expect(applyStep(taskOf(), step, 600_000, 1_000)).toMatchObject({ state: 'failed', failure: { code: 'timeout', status: 504 } })
    expect(applyStep(taskOf(), { state: 'running' }, 599_000, 5_000).nextPoll).toBe(600_000)
  })
})

test('an end is written once', () => {
  const done = settleTask(taskOf(), { state: 'succeeded', result: {} }, 5)
  expect(settleTask(done, { state: 'failed', failure }, 6)).toBe(done)
  expect(timeOut(done, 6)).toBe(done)
})

test('ids are of the same length and signs, and differ', () => {
  const ids = Array.from({ length: 2_000 }, createTaskId)
  expect(new Set(ids).size).toBe(2_000)
  for (const id of ids) expect(id).toMatch(/^task_[A-Za-z0-9]{32}$/)
  // Each sign is about as likely as any other.
  const counts = new Map<string, number>()
  for (const sign of ids.join('').replaceAll('task_', '')) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  expect([counts.size, Math.min(...counts.values()) > 800, Math.max(...counts.values()) < 1_300]).toEqual([62, true, true])
})
