import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { openStores } from '../store/stores.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { ask, askOften, chatChannel, type ChatUpstream, lastEvents, startChatUpstream } from './chat-upstream.ts'
import { bundle, key, type RunningWorkers, sources, startWorkers } from './start-workers.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const stores = await openStores()
const program = await bundle()
const upstream = await startChatUpstream()
const channels = [chatChannel(upstream.url)]

/** Reads a stream to its end: `whole` with the end of its format, `broken` if its connection ended before, `cut` if it ended like a whole one. */
async function readEnd(answer: Response): Promise<'whole' | 'broken' | 'cut'> {
  try {
    return (await answer.text()).includes('data: [DONE]') ? 'whole' : 'cut'
  } catch {
    return 'broken'
  }
}

async function openStreams(workers: RunningWorkers, chat: ChatUpstream, count: number): Promise<readonly Response[]> {
  const before = chat.streams.length
  const answers = await Promise.all(Array.from({ length: count }, () => ask(workers.url, key, { stream: true })))
  await waitFor(() => chat.streams.length === before + count)
  return answers
}

/** Opens streams while one worker is suspended, so that another accepts them. A connection goes to the worker that accepts it first. */
async function openStreamsWithout(
  suspended: number,
  workers: RunningWorkers,
  chat: ChatUpstream,
  count: number,
): Promise<readonly Response[]> {
  const pid = workers.pids().get(suspended) ?? 0
  process.kill(pid, 'SIGSTOP')
  try {
    return await openStreams(workers, chat, count)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

const kill = (workers: RunningWorkers, number: number): void => void process.kill(workers.pids().get(number) ?? 0, 'SIGKILL')

for (const { name, create } of stores.kinds)
  describe(`a worker is killed, with ${name}`, async () => {
    const options = await create()
    const workers = await startWorkers(program, { workers: 2, channels, shutdown: { grace: '5s' } }, options)
    const store = await stores.open(options)

    test('its streams break, the other ones go on, another takes its place, and no record is lost', async () => {
      await waitFor(() => workers.log().some(({ state }) => state === 'leads'))
      const scrape = async (): Promise<number> => {
        const text = await (await fetch(`${workers.url}/metrics`)).text()
        return Number(/^interlingua_upstream_attempts_total\{channel="chat",result="200"\} (\d+)$/m.exec(text)?.[1])
      }
      const leader = Number(workers.log().findLast(({ state }) => state === 'leads')?.['number'])
      const other = leader === 1 ? 2 : 1
      upstream.streams.length = 0
      const ofLeader = await openStreamsWithout(other, workers, upstream, 5)
      const ofOther = await openStreamsWithout(leader, workers, upstream, 3)
      expect(await askOften(workers.url, key, 40)).toEqual({ 200: 40 })
      const counted = await scrape()
      expect(counted).toBe(48)
      expect(await askOften(workers.url, key, 20)).toEqual({ 200: 20 })
      // At once: the newest records are told, and not yet in the table.
      const before = workers.pids().get(leader)
      kill(workers, leader)
      expect(await (await ask(workers.url, key)).json()).toMatchObject({ object: 'chat.completion' })
      await new Promise((done) => setTimeout(done, 200))
      for (const stream of upstream.streams) stream.end(lastEvents)
      expect(await Promise.all(ofLeader.map(readEnd))).toEqual(Array(5).fill('broken'))
      expect(await Promise.all(ofOther.map(readEnd))).toEqual(Array(3).fill('whole'))

      await waitFor(() => workers.pids().has(leader) && workers.pids().get(leader) !== before)
      expect(workers.log().findLast(({ state }) => state === 'leads')?.['number']).toBe(other)
      expect(workers.log()).toContainEqual(
        expect.objectContaining({ event: 'worker', number: leader, pid: before, state: 'died', end: 'SIGKILL' }),
      )
      expect(await askOften(workers.url, key, 20)).toEqual({ 200: 20 })
      // Sums never fall, though the dead worker's own counts are gone.
      expect(await scrape()).toBeGreaterThan(counted)
      // 81 answers were told, and the three streams of the worker that lived.
      let good = 0
      await waitFor(async () => {
        const [sum] = await store.usage.sum({})
        good = (sum?.requests ?? 0) - (sum?.failed ?? 0)
        return good >= 84
      })
      expect(good).toBe(84)
    })

    test('SIGTERM ends both: running streams go on to their ends, nothing new is taken, exit code 0', async () => {
      upstream.streams.length = 0
      const answers = await openStreams(workers, upstream, 6)
      const pids = [...workers.pids().values()]
      workers.primary.kill('SIGTERM')
      await waitFor(() =>
        fetch(`${workers.url}/healthz`, { headers: { connection: 'close' } }).then(
          () => false,
          () => true,
        ),
      )
      for (const stream of upstream.streams) stream.end(lastEvents)
      expect(await Promise.all(answers.map(readEnd))).toEqual(Array(6).fill('whole'))
      expect(await workers.ended()).toBe(0)
      expect(pids.every(isGone)).toBe(true)
      expect(workers.errors()).toBe('')
    })
  })

test('streams that outlast the grace get an error in their format, and the end comes in time', async () => {
  const workers = await startWorkers(program, { workers: 2, channels, shutdown: { grace: '1s' } }, { dataDir: tempFolder('grace') })
  const answers = await openStreams(workers, upstream, 4)
  workers.primary.kill('SIGTERM')
  const texts = await Promise.all(answers.map((answer) => answer.text().catch((error: unknown) => String(error))))
  for (const text of texts) expect(text).not.toContain('[DONE]')
  expect(await workers.ended()).toBe(0)
})

test('a second SIGINT ends all at once', async () => {
  const workers = await startWorkers(program, { workers: 2, channels }, { dataDir: tempFolder('twice') })
  const pids = [...workers.pids().values()]
  const answers = await openStreams(workers, upstream, 4)
  workers.primary.kill('SIGINT')
  await waitFor(() => workers.log().filter(({ event, worker }) => event === 'drain' && worker !== undefined).length === 2)
  workers.primary.kill('SIGINT')
  expect(await Promise.all(answers.map(readEnd))).toEqual(Array(4).fill('broken'))
  expect(await workers.ended()).toBe(1)
  await waitFor(() => pids.every(isGone))
})

test('workers end with a primary process that is killed', async () => {
  const workers = await startWorkers(program, { workers: 2, channels }, { dataDir: tempFolder('orphans') })
  const pids = [...workers.pids().values()]
  workers.primary.kill('SIGKILL')
  await waitFor(() => pids.length === 2 && pids.every(isGone))
})

test('a worker that cannot be started again and again ends the whole, in words', async () => {
  const data = join(tempFolder('broken'), 'data')
  const workers = await startWorkers(program, { workers: 2, channels, shutdown: { grace: '1s' } }, { dataDir: data })
  rmSync(data, { recursive: true })
  writeFileSync(data, '')
  kill(workers, 2)
  expect(await workers.ended()).toBe(1)
  expect(workers.errors()).toMatch(/^The gateway ends: worker 2 could not be started 6 times in a row: .*\n.*interlingua\.db/)
  expect(
    workers.log().filter(({ event, state, problem }) => event === 'worker' && state === 'not-started' && problem !== undefined),
  ).toHaveLength(6)
})

test('a mistake in the configuration is told once, as without workers', async () => {
  const wrong = { workers: 2, channels: [{ ...chatChannel(upstream.url), apiKey: undefined, apiKeyEnv: 'NOT_SET' }] }
  await expect(startWorkers(program, wrong, { dataDir: tempFolder('wrong') })).rejects.toThrow(
    /^the gateway did not start: The gateway cannot start with this configuration:\n.*NOT_SET/,
  )
})

test('a checkout starts them by --workers, tells of them once, and numbers their lines', async () => {
  const workers = await startWorkers(sources, { channels }, { dataDir: tempFolder('sources') }, ['--workers', '2'])
  expect(await askOften(workers.url, key, 12)).toEqual({ 200: 12 })
  await waitFor(() => new Set(workers.log().flatMap(({ worker, path }) => (path === undefined ? [] : [worker]))).size === 2)
  expect(await (await fetch(`${workers.url}/readyz`)).json()).toEqual({ status: 'ready' })
})
