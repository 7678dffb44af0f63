import { describe, expect, test } from 'vitest'
import type { Store } from '@interlingua/store'
import type { SubmittedTask, Task, TaskDriver, TaskStep } from '@interlingua/tasks'
import { openStores } from '../store/stores.ts'
import { waitFor } from '../wait-for.ts'
import { startTasks, requestOf, type TaskService } from './task-service.ts'

const { kinds, open } = await openStores()
const never = new AbortController().signal
const pause = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))

/** Driver that answers with `answer`, and records its polls. */
function driverOf(
  answer: (task: SubmittedTask, turn: number) => TaskStep | Promise<TaskStep>,
  more: Partial<TaskDriver> = {},
): TaskDriver & { readonly asked: SubmittedTask[] } {
  const asked: SubmittedTask[] = []
  return {
    asked,
    interval: () => 10,
    async poll(task) {
      asked.push(task)
      return answer(task, asked.length)
    },
    ...more,
  }
}

const finished = (): TaskStep => ({ state: 'succeeded', result: {} })

describe.each(kinds)('tasks on $name', ({ create }) => {
  test('a slow question blocks no other, of its channel neither', async () => {
    const store = await open(await create())
    const { promise: end, resolve } = Promise.withResolvers<TaskStep>()
    const driver = driverOf((task) => (task.payload['slow'] === true ? end : finished()))
    const tasks = startTasks(store, { image: driver })
    const slow = await Promise.all(Array.from({ length: 5 }, () => tasks.create(requestOf({ payload: { slow: true } }))))
    for (const { id } of slow) await tasks.submit(id, 'up')
    await waitFor(() => driver.asked.length === 5)
    const quick = await tasks.create(requestOf())
    await tasks.submit(quick.id, 'up')
    expect((await tasks.wait(quick.id, never))?.state).toBe('succeeded')
    expect((await tasks.open()).map(({ id }) => id)).toEqual(expect.arrayContaining(slow.map(({ id }) => id)))
    resolve(finished())
    for (const { id } of slow) expect((await tasks.wait(id, never))?.state).toBe('succeeded')
  })

  test('no more than sixteen questions run at one channel, and all come their turn', async () => {
    let running = 0
    let most = 0
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const driver = driverOf(
      async () => {
        most = Math.max(most, ++running)
        await mayEnd
        running--
        return finished()
      },
      { timeoutMs: 600_000 },
    )
    const store = await open(await create())
    const looks = new Map<string, number>()
    const documents: Store['documents'] = Object.assign(Object.create(store.documents) as Store['documents'], {
      get(kind: string, id: string, now: number) {
        looks.set(id, (looks.get(id) ?? 0) + 1)
        return store.documents.get(kind, id, now)
      },
    })
    const tasks = startTasks(Object.assign(Object.create(store) as Store, { documents }), { image: driver })
    const made = await Promise.all(Array.from({ length: 60 }, () => tasks.create(requestOf({ deadline: 600_000 }))))
    await Promise.all(made.map(({ id }) => tasks.submit(id, 'up')))
    await waitFor(() => running >= 16)
    looks.clear()
    // A second look begins only after the first has ended without a place.
    const asked = new Set(driver.asked.map(({ id }) => id))
    await waitFor(() => made.every(({ id }) => asked.has(id) || (looks.get(id) ?? 0) > 1))
    expect([running, most]).toEqual([16, 16])
    end()
    for (const { id } of made) expect((await tasks.wait(id, never))?.state).toBe('succeeded')
    expect([most, driver.asked.length]).toEqual([16, 60])
  })

  test('what hangs and what throws comes to nothing, and is asked again', async () => {
    const driver = driverOf(
      (_task, turn) => {
        if (turn === 1) return new Promise(() => {})
        if (turn === 2) throw new TypeError('a secret')
        return finished()
      },
      { timeoutMs: 50 },
    )
    const tasks = startTasks(await open(await create()), { image: driver })
    const { id } = await tasks.create(requestOf())
    await tasks.submit(id, 'up')
    expect(await tasks.wait(id, never)).toMatchObject({ state: 'succeeded', polls: 3, unreached: 0 })
    // The first of several failures in a row is reported, without the text of the error.
    expect(tasks.events).toEqual([{ problem: 'the upstream did not answer in time', task: id, kind: 'image', channel: 'painter' }])
  })

  test('the question is told to end when its time is over, and when the gateway ends', async () => {
    const reasons: string[] = []
    const driver: TaskDriver = {
      interval: () => 10_000,
      timeoutMs: 60,
      poll: (_task, { signal }) =>
        new Promise(() => signal.addEventListener('abort', () => reasons.push((signal.reason as Error).message), { once: true })), // errors
    }
    const tasks = startTasks(await open(await create()), { image: { ...driver, interval: () => 5 } })
    const { id } = await tasks.create(requestOf())
    await tasks.submit(id, 'up')
    await waitFor(() => reasons.length === 2)
    await tasks.close()
    expect(reasons.slice(0, 2)).toEqual(['the time for this question is over', 'the time for this question is over'])
  })

  test('tasks go on when the gateway is started anew', async () => {
    const options = await create()
    const first = startTasks(await open(options), { image: driverOf(() => ({ state: 'running' })) })
    const made = await Promise.all(Array.from({ length: 5 }, () => first.create(requestOf())))
    for (const { id } of made) await first.submit(id, 'up')
    await first.close()
    const second = startTasks(await open(options), { image: driverOf(finished) })
    for (const { id } of made) expect((await second.wait(id, never))?.state).toBe('succeeded')
  })

  test('a task whose channel is gone is kept until it is back, or its deadline comes', async () => {
    const store = await open(await create())
    const driver = driverOf(() => ({ state: 'running' }), {
      settling: async (task, { channel }) => void ends.push([task.id, channel?.name]),
    })
    const ends: [string, string | undefined][] = []
    const tasks = startTasks(store, { image: driver })
    const { id } = await tasks.create(requestOf())
    await tasks.submit(id, 'up')
    await waitFor(() => driver.asked.length > 0)
    tasks.channels.length = 0
    await pause(300)
    const asked = driver.asked.length
    await pause(150)
    expect(driver.asked.length).toBe(asked)
    tasks.channels.push('painter')
    await waitFor(() => driver.asked.length > asked)
    tasks.channels.length = 0
    const late = await tasks.create(requestOf({ deadline: 200 }))
    await tasks.submit(late.id, 'up')
    expect(await tasks.wait(late.id, never)).toMatchObject({ state: 'failed', failure: { code: 'timeout' } })
    expect(ends).toEqual([[late.id, undefined]])
  })

  test('a task of a kind that nobody knows fails at its deadline', async () => {
    const tasks = startTasks(await open(await create()), {})
    const { id } = await tasks.create(requestOf({ deadline: 200 }))
    await tasks.submit(id, 'up')
    expect(await tasks.wait(id, never)).toMatchObject({ state: 'failed', polls: 0 })
  })

  test('past its deadline a task is asked after once more', async () => {
    const driver = driverOf(finished, { interval: () => 60_000 })
    const tasks = startTasks(await open(await create()), { image: driver })
    const { id } = await tasks.create(requestOf({ deadline: 200 }))
    await tasks.submit(id, 'up')
    expect(await tasks.wait(id, never)).toMatchObject({ state: 'succeeded', polls: 1 })
  })

  test('whoever drives a task hears of its end before it is written, again where that fails, and not of ends from elsewhere', async () => {
    const store = await open(await create())
    const heard: (string | undefined)[] = []
    const driver = driverOf(finished, {
      async settling(task: Task) {
        heard.push((await store.documents.get('task', task.id, Date.now()))?.body['state'] as string, task.state)
        if (heard.length === 2) throw new Error('not now')
      },
      timeoutMs: 50,
    })
    const tasks = startTasks(store, { image: driver })
    const { id } = await tasks.create(requestOf())
    await tasks.submit(id, 'up')
    expect((await tasks.wait(id, never))?.state).toBe('succeeded')
    expect(heard).toEqual(['submitted', 'succeeded', 'submitted', 'succeeded'])
    const other = await tasks.create(requestOf())
    await tasks.settle(other.id, { state: 'cancelled', failure: { code: 'server', message: 'x', retryable: false } })
    await pause(50)
    expect(heard).toHaveLength(4)
  })

  test('a word that nobody knows changes nothing, and is told of once', async () => {
    const driver = driverOf((_task, turn) => (turn <= 3 ? { state: 'unknown', word: turn === 3 ? 'a b\n' : 'PONDERING' } : finished()))
    const tasks = startTasks(await open(await create()), { image: driver })
    const { id } = await tasks.create(requestOf())
    await tasks.submit(id, 'up')
    await tasks.wait(id, never)
    expect(driver.asked.map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'submitted'))
    expect(tasks.events.map(({ problem }) => problem)).toEqual([
      'the upstream says an unknown word of a task: PONDERING',
      'the upstream says an unknown word of a task: no word',
    ])
  })

  test('a store that fails for a while loses no task', async () => {
    const store = await open(await create())
    let broken = false
    const flaky = Object.assign(Object.create(store) as Store, {
      documents: new Proxy(store.documents, {
        get: (target, name) => (broken ? () => Promise.reject(new Error('gone')) : Reflect.get(target, name)),
      }),
    })
    const driver = driverOf((_task, turn) => (turn > 3 ? finished() : { state: 'running' }), { timeoutMs: 50 })
    const tasks = startTasks(flaky, { image: driver })
    const { id } = await tasks.create(requestOf())
    await tasks.submit(id, 'up')
    const waiting = tasks.wait(id, never)
    await waitFor(() => driver.asked.length > 0)
    broken = true
    const told = (): number => tasks.events.filter(({ problem }) => problem.startsWith('tasks cannot be looked at')).length
    await waitFor(() => told() > 0)
    await pause(200)
    broken = false
    expect((await waiting)?.state).toBe('succeeded')
    // Told once, and once more where a look that had begun before came to its end in between.
    expect([1, 2]).toContain(told())
  })

  test('whoever stops waiting hears why, whenever that is, and harms nobody else who waits', async () => {
    const store = await open(await create())
    const tasks = startTasks(store, { image: driverOf(() => ({ state: 'running' }), { interval: () => 60_000 }) })
    const { id } = await tasks.create(requestOf())
    const leaving = new AbortController()
    const [gone, staying] = [tasks.wait(id, leaving.signal), tasks.wait(id, never)]
    // At once: the store has not answered yet.
    leaving.abort(new Error('the client left'))
    await expect(gone).rejects.toThrow('the client left')
    await expect(tasks.wait(id, leaving.signal)).rejects.toThrow('the client left')
    const later = new AbortController()
    const last = tasks.wait(id, later.signal)
    await pause(60)
    later.abort(new Error('the client left later'))
    await expect(last).rejects.toThrow('the client left later')
    await tasks.settle(id, { state: 'succeeded', result: {} })
    expect((await staying)?.state).toBe('succeeded')
    expect(await tasks.wait('task_none', never)).toBeUndefined()
  })

  test('nobody waits for ever for a gateway that has ended', async () => {
    const tasks = startTasks(await open(await create()), { image: driverOf(() => ({ state: 'running' }), { interval: () => 60_000 }) })
    const { id } = await tasks.create(requestOf())
    const waiting = tasks.wait(id, never)
    await pause(50)
    await tasks.close()
    expect(await waiting).toBeUndefined()
  })

  test('of several processes only the one that leads polls, at once for what another one opens, and another that leads goes on', async () => {
    const store = await open(await create())
    const drivers = [driverOf(() => ({ state: 'running' })), driverOf(finished)] as const
    let leader = 0
    const lead = (own: number) => ({ leads: () => leader === own, report: (task: string) => services[leader]?.look(task) })
    const services: readonly TaskService[] = drivers.map((driver, own) =>
      startTasks(store, { image: driver }, { lookEvery: 300, lead: lead(own) }),
    )
    const made = await services[1]?.create(requestOf())
    await services[1]?.submit(made?.id ?? '', 'up')
    await waitFor(() => drivers[0].asked.length > 0)
    await pause(400)
    expect(drivers[1].asked).toEqual([])
    leader = 1
    await services[0]?.close()
    expect((await services[1]?.wait(made?.id ?? '', never))?.state).toBe('succeeded')
    expect(drivers[1].asked).toHaveLength(1)
  })

  test('open tasks are listed by channel and by owner', async () => {
    const store = await open(await create())
    const tasks = startTasks(store, { image: driverOf(() => ({ state: 'running' }), { interval: () => 60_000 }) })
    const made: Task[] = []
    for (let index = 0; index < 510; index++)
      made.push(await tasks.create(requestOf({ owner: `key_${index % 2}`, channel: index < 4 ? 'painter' : 'other' })))
    expect(await tasks.open()).toHaveLength(510)
    expect((await tasks.open({ channel: 'painter' })).map(({ id }) => id).toSorted()).toEqual(
      made
        .slice(0, 4)
        .map(({ id }) => id)
        .toSorted(),
    )
    expect(await tasks.open({ channel: 'painter', owner: 'key_1' })).toHaveLength(2)
    expect(await tasks.open({ owner: 'key_1' })).toHaveLength(255)
    await tasks.settle(made[0]?.id ?? '', { state: 'succeeded', result: {} })
    expect(await tasks.open({ channel: 'painter' })).toHaveLength(3)
  })
})
