import { describe, expect, test, vi } from 'vitest'
import { openStores } from '../store/stores.ts'
import { waitFor } from '../wait-for.ts'
import { ask, chatChannel, startChatUpstream } from './chat-upstream.ts'
import { bundle, key, startWorkers } from './start-workers.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const stores = await openStores()
const program = await bundle()
const upstream = await startChatUpstream()
const channel = chatChannel(upstream.url)

for (const { name, create } of stores.kinds)
  describe(`two workers on ${name} reload`, async () => {
    const workers = await startWorkers(program, { workers: 2, channels: [channel] }, await create())

    const reloads = (event: 'reload' | 'reload-refused'): number => workers.log().filter((line) => line['event'] === event).length

    /** Statuses of 16 requests for a model, on connections of their own, so that both workers are asked. */
    const statusesOf = async (model: string): Promise<readonly number[]> => {
      const answers = await Promise.all(Array.from({ length: 16 }, () => ask(workers.url, key, { model })))
      await Promise.all(answers.map((answer) => answer.text()))
      return [...new Set(answers.map(({ status }) => status))]
    }

    test('all of them, under load, without a failed request', async () => {
      const statuses = new Set<number>()
      let served = 0
      let goesOn = true
      const client = async (): Promise<void> => {
        while (goesOn) {
          const answer = await ask(workers.url, key)
          await answer.text()
          statuses.add(answer.status)
          served++
        }
      }
      const load = Promise.all(Array.from({ length: 8 }, client))
      try {
        for (const [index, model] of ['second', 'third', 'fourth'].entries()) {
          workers.write({ workers: 2, channels: [{ ...channel, models: ['m', model] }] })
          await waitFor(() => reloads('reload') === index + 1)
          // In force in both once the log says so.
          expect(await statusesOf(model)).toEqual([200])
        }
      } finally {
        goesOn = false
        await load
      }
      expect([...statuses]).toEqual([200])
      expect(served).toBeGreaterThan(20)
    })

    test('none of them, where the file is wrong, or where one of them cannot use it', async () => {
      const refused = reloads('reload-refused')
      workers.write('channels: [')
      await waitFor(() => reloads('reload-refused') === refused + 1)
      workers.write({ workers: 2, channels: [{ ...channel, apiKey: undefined, apiKeyEnv: 'NOT_SET', models: ['m', 'fifth'] }] })
      await waitFor(() => reloads('reload-refused') === refused + 2)
      expect(workers.log().findLast(({ event }) => event === 'reload-refused')?.['problem']).toMatch(/^worker \d refuses it: .*NOT_SET/)
      expect(await statusesOf('fourth')).toEqual([200])
      expect(await statusesOf('fifth')).toEqual([404])
    })

    test('and a worker in place of a dead one has what is in force, not what is in the file', async () => {
      const before = workers.pids().get(2)
      process.kill(before ?? 0, 'SIGKILL')
      await waitFor(() => workers.pids().has(2) && workers.pids().get(2) !== before)
      expect(await statusesOf('fourth')).toEqual([200])
      workers.write({ workers: 3, channels: [{ ...channel, models: ['m', 'sixth'] }] })
      const count = reloads('reload')
      workers.primary.kill('SIGHUP')
      await waitFor(() => reloads('reload') > count)
      expect(await statusesOf('sixth')).toEqual([200])
      expect(workers.log().findLast(({ event }) => event === 'reload')?.['restart']).toBe('workers')
    })
  })
