import { createOutage } from '@interlingua/access'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { atEnd } from '../at-end.ts'
import { createLink, type Link } from '../../src/workers/link.ts'
import type { PrimaryCalls, WorkerCalls } from '../../src/workers/protocol.ts'
import { createCircuits } from '../../src/workers/serve-circuits.ts'
import { createCounts } from '../../src/workers/serve-counts.ts'
import { createQueues } from '../../src/workers/serve-queues.ts'
import { createSharedCircuit, type SharedCircuit } from '../../src/workers/shared-circuit.ts'
import { createSharedLimits } from '../../src/workers/shared-limits.ts'
import { createSharedQueue, type SharedQueue } from '../../src/workers/shared-queue.ts'

const pause = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))

/** A primary's counts, breakers and queues, and messages that pass as text, as between processes; `hold` keeps them from the primary. */
function openPrimary(): { join(number: number): Worker; hold(): void; release(): void; drop(number: number): void } {
  const counts = createCounts()
  const queues = createQueues()
  const workers = new Map<number, Worker>()
  const circuits = createCircuits((id, news) => {
    for (const { primary } of workers.values()) primary.send('changeCircuit', id, news)
  })
  let held: (() => void)[] | undefined

  function join(number: number): Worker {
    const own = new Map<string, SharedQueue>()
    const breakers = new Map<string, SharedCircuit>()
    const handlers = {
      ...counts.handlersOf(number),
      ...circuits.handlersOf(number),
      ...queues.handlersOf(number, (...news) => primary.send('changeQueue', ...news)),
      announce: () => {},
      gatherMetrics: () => '',
      writeLog: () => {},
      watchEvents: () => {},
      reportEvent: () => {},
      passTask: () => {},
      reload: () => ({ channels: '' }),
    }
    const primary: Link<WorkerCalls> = createLink<WorkerCalls, PrimaryCalls>((message, sent) => {
      const text = JSON.stringify(message)
      worker.receive(JSON.parse(text))
      sent()
    }, handlers)
    const worker = createLink<PrimaryCalls, Pick<WorkerCalls, 'changeCircuit' | 'changeQueue'>>(
      (message, sent) => {
        const text = JSON.stringify(message)
        const deliver = (): void => primary.receive(JSON.parse(text))
        if (held) held.push(deliver)
        else deliver()
        sent()
      },
      {
        changeCircuit: (id, news) => breakers.get(id)?.change(news),
        changeQueue: (id, ticket, state) => own.get(id)?.change(ticket, state),
      },
    )
    const changes: boolean[] = []
    const outage = createOutage((isShared) => void changes.push(isShared))
    const joined: Worker = {
      link: worker,
      primary,
      changes,
      limits: createSharedLimits(worker, outage),
      queue(id, options) {
        const queue = createSharedQueue(id, options, worker, outage)
        own.set(id, queue)
        return queue
      },
      async circuit(id, options) {
        const circuit = createSharedCircuit(id, options, worker, outage)
        breakers.set(id, circuit)
        circuit.change(await worker.request('joinCircuit', [id, options]))
        return circuit
      },
    }
    workers.set(number, joined)
    return joined
  }

  return {
    join,
    hold: () => void (held ??= []),
    release() {
      const all = held ?? []
      held = undefined
      for (const deliver of all) deliver()
    },
    drop(number) {
      counts.drop(number)
      circuits.drop(number)
      queues.drop(number)
    },
  }
}

interface Worker {
  readonly link: Link<PrimaryCalls>
  /** The primary's end of the link. */
  readonly primary: Link<WorkerCalls>
  /** Ends (true) and beginnings (false) of outages. */
  readonly changes: readonly boolean[]
  readonly limits: ReturnType<typeof createSharedLimits>
  queue(id: string, options: Parameters<typeof createSharedQueue>[1]): SharedQueue
  circuit(id: string, options: Parameters<typeof createSharedCircuit>[1]): Promise<SharedCircuit>
}

test('counts and places are those of all workers', async () => {
  const primary = openPrimary()
  const [one, two] = [primary.join(1), primary.join(2)]
  await one.limits.counters.requests.add('key', 2)
  expect(await two.limits.counters.requests.add('key', 1)).toMatchObject({ points: 3 })
  expect(await two.limits.counters.requests.read('other')).toBeUndefined()
  const leave = await one.limits.places.take('key', 1)
  expect(leave).toBeTypeOf('function')
  expect(await two.limits.places.take('key', 1)).toBeUndefined()
  leave?.()
  expect(await two.limits.places.take('key', 1)).toBeTypeOf('function')
  expect(await one.limits.places.take('key', 1)).toBeUndefined()
  primary.drop(2)
  expect(await one.limits.places.take('key', 1)).toBeTypeOf('function')
})

test('a worker without an answer for 50 ms counts alone, and a place that is given later goes back', async () => {
  const primary = openPrimary()
  const [one, two] = [primary.join(1), primary.join(2)]
  primary.hold()
  expect(await one.limits.places.take('key', 1)).toBeTypeOf('function')
  expect(one.changes).toEqual([false])
  // Counted here, at once: the primary process is tried once a second.
  expect(one.limits.places.take('key', 1)).toBeUndefined()
  primary.release()
  await vi.waitFor(async () => {
    const place = await two.limits.places.take('key', 1)
    expect(place).toBeTypeOf('function')
    place?.()
  })
  await pause(1_000)
  expect(await one.limits.places.take('another', 1)).toBeTypeOf('function')
  expect(one.changes).toEqual([false, true])
})

test('a reply among the unread messages of a worker that was busy is no outage', async () => {
  const server = createServer((socket) => void socket.write('x'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const link = createLink<PrimaryCalls, Record<never, never>>((message, sent) => {
    const [[, , , id]] = message as [[string, string, unknown, number]] // a link sends lists of calls
    // The reply is with the system when this process is busy for longer than it would wait.
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.once('data', () => link.receive([['reply', true, id]]))
    socket.once('connect', () => busy(80))
    atEnd(() => void socket.destroy())
    sent()
  }, {})
  atEnd(() => void server.close())
  expect(await link.request('takePlace', ['key', 1], { timeoutMs: 50 })).toBe(true)
})

function busy(millis: number): void {
  const until = performance.now() + millis
  while (performance.now() < until);
}

test('a call that the other side does not know, or cannot do, is rejected in words', async () => {
  const primary = openPrimary()
  const { link } = primary.join(1)
  await expect(link.request('unheard-of' as 'writeLog', ['x'])).rejects.toThrow('the call unheard-of is not known')
  link.close()
  await expect(link.request('takePlace', ['key', 1])).rejects.toThrow('the other process has ended')
})

test('a queue gives its places to all workers, in turn, and gets those of a dead one back', async () => {
  const primary = openPrimary()
  const options = { limit: 1, queue: 1, timeoutMs: 5_000 }
  const [one, two] = [primary.join(1).queue('a', options), primary.join(2).queue('a', options)]
  const events: string[] = []
  one.enter(
    () => events.push('one goes'),
    () => events.push('one is refused'),
  )
  await vi.waitFor(() => expect(events).toEqual(['one goes']))
  two.enter(
    () => events.push('two goes'),
    () => events.push('two is refused'),
  )
  await pause(20)
  expect([events, two.waiting]).toEqual([['one goes'], 1])
  one.enter(
    () => events.push('one goes again'),
    () => events.push('one is refused'),
  )
  await vi.waitFor(() => expect(events).toEqual(['one goes', 'one is refused']))
  primary.drop(1)
  await vi.waitFor(() => expect(events).toEqual(['one goes', 'one is refused', 'two goes']))
  expect([two.running, two.waiting]).toEqual([1, 0])
})

test('a request that leaves the queue takes no place', async () => {
  const primary = openPrimary()
  const options = { limit: 1, queue: 5, timeoutMs: 5_000 }
  const [one, two] = [primary.join(1).queue('a', options), primary.join(2).queue('a', options)]
  const events: string[] = []
  const enter = (queue: SharedQueue, name: string): (() => void) =>
    queue.enter(
      () => events.push(name),
      () => events.push(`${name} is refused`),
    )
  enter(one, 'one')
  await vi.waitFor(() => expect(events).toEqual(['one']))
  const leave = enter(two, 'two')
  enter(two, 'three')
  await pause(20)
  leave()
  one.leave()
  await vi.waitFor(() => expect(events).toEqual(['one', 'three']))
})

test('a breaker opens by the failures of all workers, and one of them makes the probe', async () => {
  const primary = openPrimary()
  const options = { failures: 4, window: 10_000, cooldown: 800, credentialCooldown: 500, refusals: 3 }
  const [one, two] = [await primary.join(1).circuit('a', options), await primary.join(2).circuit('a', options)]
  for (const circuit of [one, two]) for (let count = 0; count < 2; count++) circuit.fail('call')
  await vi.waitFor(() => expect([one.state, two.state]).toEqual(['open', 'open']))
  expect([one.acquire(), two.acquire(), one.openForMs() > 0, two.cause]).toEqual([undefined, undefined, true, 'failures'])
  await vi.waitFor(() => expect([one.state, two.state]).toEqual(['half-open', 'half-open']))
  const passes = await Promise.all([one.acquire(), two.acquire()])
  expect(passes.toSorted()).toEqual(['probe', undefined])
  const prober = passes[0] === 'probe' ? one : two
  prober.succeed('probe')
  await vi.waitFor(() => expect([one.state, two.state]).toEqual(['closed', 'closed']))
  expect([one.acquire(), two.acquire()]).toEqual(['call', 'call'])
})

test('the probe of a worker that died is made by another', async () => {
  const primary = openPrimary()
  const options = { failures: 1, window: 10_000, cooldown: 30, credentialCooldown: 500, refusals: 3 }
  const [one, two] = [await primary.join(1).circuit('a', options), await primary.join(2).circuit('a', options)]
  one.fail('call')
  await vi.waitFor(() => expect([one.state, two.state]).toEqual(['half-open', 'half-open']))
  expect(await one.acquire()).toBe('probe')
  await vi.waitFor(() => expect(two.openForMs()).toBeGreaterThan(0))
  primary.drop(1)
  await vi.waitFor(() => expect(two.openForMs()).toBe(0))
  expect(await two.acquire()).toBe('probe')
})

test('without the primary process a worker judges by its own calls, and goes back to all of them', async () => {
  const primary = openPrimary()
  const options = { failures: 2, window: 10_000, cooldown: 60_000, credentialCooldown: 500, refusals: 3 }
  const worker = primary.join(1)
  const circuit = await worker.circuit('a', options)
  primary.hold()
  circuit.fail('call')
  await vi.waitFor(() => expect(worker.changes).toEqual([false]))
  expect(circuit.acquire()).toBe('call')
  circuit.fail('call')
  circuit.fail('call')
  expect([circuit.state, circuit.acquire()]).toEqual(['open', undefined])
  primary.release()
  await pause(1_000)
  circuit.fail('call')
  await vi.waitFor(() => expect(worker.changes).toEqual([false, true]))
  // All failures were told meanwhile.
  expect(circuit.state).toBe('open')
})
