import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { taskKinds } from '@interlingua/tasks'
import type { Store, StoredDocument } from '@interlingua/store'
import { atEnd } from '../at-end.ts'
import { openStores } from '../store/stores.ts'
import { waitFor } from '../wait-for.ts'

const { kinds, open } = await openStores()
const rounds = 6

/** Starts an upstream that counts requests, and ends a task after four polls. */
async function startCounting(): Promise<{
  readonly url: string
  readonly submits: Map<string, number>
  readonly polls: Map<string, number>
}> {
  const submits = new Map<string, number>()
  const polls = new Map<string, number>()
  const server = createServer((request, response) => {
    const [, verb, id = '', upstreamId = ''] = (request.url ?? '').split('/')
    const counted = verb === 'submit' ? submits : polls
    const count = (counted.get(id) ?? 0) + 1
    counted.set(id, count)
    if (verb === 'submit') return void response.end(JSON.stringify({ upstreamId: `up-${id}` }))
    const wrong = upstreamId !== `up-${id}`
    response.end(JSON.stringify(count < 4 ? { state: 'running' } : { state: 'succeeded', result: { wrong, count } }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, submits, polls } // the server listens on TCP
}

const children = new Set<ChildProcess>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

async function startChild(url: string, options: object, accepted: Set<string>, make = true): Promise<ChildProcess> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('tasks-child.ts', import.meta.url))], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.add(child)
  child.stdin.end(`${JSON.stringify({ url, make, store: options })}\n`)
  await new Promise<void>((done) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') done()
      else accepted.add(line.replace('accepted ', ''))
    })
  })
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function allTasks(store: Store): Promise<readonly StoredDocument[]> {
  return store.documents.list(taskKinds.task, { now: Date.now(), limit: 100_000, order: 'oldest-first' })
}

describe.each(kinds)('tasks on $name', ({ name, create }) => {
  test(
    'kill -9 at any moment: what was accepted ends once and well, nothing is submitted twice, and what was never submitted fails',
    { timeout: 180_000 },
    async () => {
      const options = await create()
      const store = await open(options)
      const upstream = await startCounting()
      const accepted = new Set<string>()
      const two = name === 'PostgreSQL'
      const running: ChildProcess[] = []
      const begin = async (): Promise<void> => void running.push(await startChild(upstream.url, options, accepted))
      if (two) await begin()
      for (let round = 0; round < rounds; round++) {
        await begin()
        const before = accepted.size
        await waitFor(() => accepted.size > before + 3, 20_000)
        await new Promise((done) => setTimeout(done, Math.random() * 120))
        const [victim] = running.splice(0, 1)
        if (victim) await kill(victim)
      }
      while (running.length > 0) await kill(running.pop() as ChildProcess) // there is one
      // Settled tasks never change: their states now must be their states at the end.
      const early = new Map((await allTasks(store)).map(({ id, body }) => [id, String(body['state'])]))
      const last = await startChild(upstream.url, options, accepted, false)
      const isOpen = ({ body }: StoredDocument): boolean => !['succeeded', 'failed'].includes(String(body['state']))
      await waitFor(async () => !(await allTasks(store)).some(isOpen), 60_000)
      await kill(last)
      const tasks = await allTasks(store)
      const known = new Set(tasks.map(({ id }) => id))
      expect([...accepted].filter((id) => !known.has(id))).toEqual([])
      for (const { id, body } of tasks) {
        const { state, upstreamId, result } = body
        const submitted = upstreamId !== undefined
        // The process was killed after writing the task: the upstream got the submit once or not at all, never twice.
        expect([id, upstream.submits.get(id) ?? 0]).toEqual([id, submitted ? 1 : expect.toBeOneOf([0, 1])])
        expect([id, state, result]).toEqual(
          submitted ? [id, 'succeeded', { wrong: false, count: upstream.polls.get(id) }] : [id, 'failed', undefined],
        )
        if (accepted.has(id)) expect(submitted).toBe(true)
        const before = early.get(id) ?? ''
        if (['succeeded', 'failed'].includes(before)) expect(state).toBe(before)
      }
      expect(accepted.size).toBeGreaterThan(rounds * 3)
    },
  )
})
