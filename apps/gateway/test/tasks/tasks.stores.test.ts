import { describe, expect, test } from 'vitest'
import type { SubmittedTask, TaskDriver, TaskStep } from '@interlingua/tasks'
import { openStores } from '../store/stores.ts'
import { waitFor } from '../wait-for.ts'
import { startTasks, requestOf } from './task-service.ts'

const { kinds, open } = await openStores()
const never = new AbortController().signal
const failure = { code: 'server', message: 'no', retryable: false } as const

/** Driver that answers by a script, step by step, repeats the last step, and records its polls. */
function scripted(steps: readonly TaskStep[], more: Partial<TaskDriver> = {}): TaskDriver & { readonly asked: SubmittedTask[] } {
  const asked: SubmittedTask[] = []
  return {
    asked,
    interval: () => 10,
    async poll(task) {
      asked.push(task)
      return steps[asked.length - 1] ?? steps.at(-1) ?? { state: 'running' }
    },
    ...more,
  }
}

describe.each(kinds)('tasks on $name', ({ create }) => {
  test('a task is asked after until it is done, and whoever waits for it gets its result', async () => {
    const driver = scripted([
      { state: 'queued' },
      { state: 'running', progress: 40, payload: { seen: true } },
      { state: 'succeeded', result: { url: 'x' } },
    ])
    const tasks = startTasks(await open(await create()), { image: driver })
    const made = await tasks.create(requestOf())
    expect(made.id).toMatch(/^task_[A-Za-z0-9]{32}$/)
    expect((await tasks.find(made.id, 'key_1'))?.state).toBe('created')
    expect(await tasks.submit(made.id, 'up-1')).toMatchObject({ state: 'submitted', upstreamId: 'up-1' })
    const done = await tasks.wait(made.id, never)
    expect(done).toMatchObject({ state: 'succeeded', result: { url: 'x' }, payload: { seen: true }, polls: 3, progress: 100 })
    expect(driver.asked.map(({ upstreamId, state }) => [upstreamId, state])).toEqual([
      ['up-1', 'submitted'],
      ['up-1', 'queued'],
      ['up-1', 'running'],
    ])
    expect(await tasks.find(made.id, 'key_1')).toEqual(done)
    expect(await tasks.find(made.id, 'key_2')).toBeUndefined()
    expect(await tasks.find('task_none', 'key_1')).toBeUndefined()
    await waitFor(async () => (await tasks.open()).length === 0)
    expect(driver.asked).toHaveLength(3)
  })

  test('a task that was not submitted is never asked after, and fails at its deadline', async () => {
    const driver = scripted([{ state: 'running' }])
    const tasks = startTasks(await open(await create()), { image: driver })
    const { id } = await tasks.create(requestOf({ deadline: 150 }))
    expect(await tasks.wait(id, never)).toMatchObject({ state: 'failed', failure: { code: 'timeout', status: 504 } })
    expect(driver.asked).toEqual([])
  })

  test('what settled a task stays, whoever comes later', async () => {
    const tasks = startTasks(await open(await create()), { image: scripted([{ state: 'running' }], { interval: () => 60_000 }) })
    const { id } = await tasks.create(requestOf())
    await tasks.submit(id, 'up')
    expect(await tasks.settle(id, { state: 'cancelled', failure })).toMatchObject({ first: true, task: { state: 'cancelled' } })
    expect(await tasks.settle(id, { state: 'succeeded', result: {} })).toMatchObject({ first: false, task: { state: 'cancelled' } })
    expect(await tasks.submit(id, 'other')).toMatchObject({ state: 'cancelled', upstreamId: 'up' })
    expect(await tasks.settle('task_none', { state: 'succeeded', result: {} })).toBeUndefined()
  })
})
