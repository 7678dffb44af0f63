import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Store, type StoredDocument, StoreError } from '@interlingua/store'
import {
  readTask,
  type SubmittedTask,
  type Task,
  type TaskDriver,
  taskKinds,
  type TaskState,
  taskStates,
  type TaskStep,
} from '@interlingua/tasks'
import { openStores } from '../store/stores.ts'
import { waitFor } from '../wait-for.ts'
import { startTasks, requestOf } from './task-service.ts'

const { kinds, open } = await openStores()
const order: readonly TaskState[] = ['created', 'submitted', 'queued', 'running', 'succeeded']
const placeOf = (state: TaskState): number => (taskStates.isSettled(state) ? 4 : order.indexOf(state))
const failure = { code: 'server', message: 'no', retryable: false } as const
const never = new AbortController().signal

/** The store, with each change of a task noted that was written. */
function watched(store: Store, written: Task[]): Store {
  const { documents } = store
  return Object.assign(Object.create(store) as Store, {
    documents: Object.assign(Object.create(documents) as Store['documents'], {
      async replace(document: StoredDocument) {
        const done = await documents.replace(document)
        if (done && document.kind === taskKinds.task) written.push({ ...readTask(document), revision: document.revision + 1 })
        return done
      },
    }),
  })
}

const pause = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))

const steps: fc.Arbitrary<TaskStep> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<TaskStep[]>({ state: 'queued' }, { state: 'running' }, { state: 'unknown', word: 'odd' }) },
  { weight: 2, arbitrary: fc.constantFrom<TaskStep[]>({ state: 'unreachable', problem: 'x' }, { state: 'missing' }) },
  { weight: 2, arbitrary: fc.constantFrom<TaskStep[]>({ state: 'succeeded', result: { n: 1 } }, { state: 'failed', failure }) },
)

const scripts = fc.array(
  fc.record({
    steps: fc.array(fc.record({ step: steps, after: fc.nat(6), throws: fc.boolean() }), { minLength: 1, maxLength: 5 }),
    /** Milliseconds after which another process ends the task; absent if none does. */
    ended: fc.option(fc.nat(60)),
    at: fc.nat(1),
  }),
  { minLength: 1, maxLength: 5 },
)

describe.each(kinds)('two gateways on one $name', ({ create }) => {
  test(
    'settle each task once, never go back, never ask two at a time, and ask nobody about what is settled',
    { timeout: 120_000 },
    async () => {
      const options = await create()
      const stores = [await open(options), await open(options)]
      await fc.assert(
        fc.asyncProperty(scripts, async (tasks) => {
          const written: Task[] = []
          const asked: SubmittedTask[] = []
          const running = new Set<string>()
          const overlaps: string[] = []
          const driver: TaskDriver = {
            interval: () => 3,
            async poll(task) {
              if (running.has(task.id)) overlaps.push(task.id)
              running.add(task.id)
              const turn = asked.filter(({ id }) => id === task.id).length
              asked.push(task)
              const script = tasks[Number(task.payload['index'])]?.steps ?? []
              const { step, after, throws } = script[turn] ?? { step: { state: 'succeeded', result: {} }, after: 0, throws: false }
              await pause(after)
              running.delete(task.id)
              if (throws) throw new Error('the question failed')
              return step
            },
          }
          const services = stores.map((store) => startTasks(watched(store, written), { image: driver }, { lookEvery: 20, margin: 5_000 }))
          const ends = await Promise.all(
            tasks.map(async ({ ended, at }, index) => {
              const one = services[at] ?? services[0]
              const other = services[1 - at] ?? services[0]
              const { id } = (await one?.create(requestOf({ payload: { index } }))) ?? { id: '' }
              await one?.submit(id, `up-${index}`)
              const waiting = Promise.all(services.map((service) => service.wait(id, never)))
              if (ended !== null) await pause(ended).then(() => other?.settle(id, { state: 'cancelled', failure }))
              const [first, second] = await waiting
              expect(second).toEqual(first)
              return first
            }),
          )
          await waitFor(async () => (await services[0]?.open())?.length === 0)
          for (const service of services) await service.close()
          expect(overlaps).toEqual([])
          for (const end of ends) {
            const changes = written.filter(({ id }) => id === end?.id).toSorted((one, next) => one.revision - next.revision)
            const places = changes.map(({ state }) => placeOf(state))
            expect(places).toEqual(places.toSorted((one, next) => one - next))
            expect(changes.map(({ revision }) => revision)).toEqual(changes.map((_, index) => index + 2))
            expect(changes.filter(({ state }) => taskStates.isSettled(state))).toEqual([changes.at(-1)])
            expect(changes.at(-1)).toEqual(end)
            for (const { id, revision, state } of asked)
              if (id === end?.id) expect([revision < end.revision, taskStates.isSettled(state)]).toEqual([true, false])
          }
        }),
        { numRuns: 25 },
      )
    },
  )

  test('a gateway that is gone in the middle of a question is followed by the other once the time is over, or at once where it said goodbye', async () => {
    const options = await create()
    const [one, other] = [await open(options), await open(options)]
    let stuck = 0
    const quick: TaskDriver = { interval: () => 5, poll: async () => ({ state: 'succeeded', result: {} }) }
    for (const goodbye of [true, false]) {
      stuck = 0
      // A process that closed properly is not waited for, not even where its timeout is long.
      const timeoutMs = goodbye ? 60_000 : 400
      const hanging: TaskDriver = { interval: () => 5, timeoutMs, poll: () => (stuck++, new Promise(() => {})) }
      // The first polls, and is cut off from its store without a word, or ends.
      let gone = false
      const { promise: silence, reject: fail } = Promise.withResolvers<never>()
      silence.catch(() => {})
      const cut = Object.assign(Object.create(one) as Store, {
        documents: new Proxy(one.documents, {
          get: (target, name) => (gone ? () => silence : Reflect.get(target, name)),
        }),
      })
      const first = startTasks(goodbye ? one : cut, { image: hanging })
      const { id } = await first.create(requestOf())
      const began = performance.now()
      await first.submit(id, 'up')
      await waitFor(() => stuck === 1)
      if (goodbye) await first.close()
      else gone = true
      const second = startTasks(other, { image: quick })
      expect(await second.wait(id, never)).toMatchObject({ state: 'succeeded' })
      const took = performance.now() - began
      if (goodbye) expect(took).toBeLessThan(timeoutMs / 2)
      else expect(took).toBeGreaterThan(timeoutMs)
      await second.close()
      // The pending call of the store fails at last, so the process can end too.
      fail(new StoreError('the store is gone'))
      await first.close()
    }
  })
})
