import cluster, { type Worker } from 'node:cluster'
import type { Log } from '../operation/log.ts'
import { createLink, type Handlers, type Link } from './link.ts'
import type { PrimaryCalls, Started, WorkerCalls, WorkerStart } from './protocol.ts'

/** A worker that serves, or is about to. */
export interface Member {
  readonly number: number
  readonly process: Worker
  readonly link: Link<WorkerCalls>
  /** True once it listens. */
  serves: boolean
  /** Resolves once it reads messages: Node 22 drops earlier ones. */
  readonly there: Promise<void>
  /** Resolves once it has ended. */
  readonly ended: Promise<void>
}

export interface SuperviseOptions {
  readonly workers: number
  readonly log: Log
  /** Answers of a worker's calls. */
  readonly handlersOf: (
    member: Pick<Member, 'number'> & { readonly link: () => Link<WorkerCalls> },
  ) => Handlers<Omit<PrimaryCalls, 'announce'>>
  /** Configuration for a worker's start. */
  readonly order: () => Omit<WorkerStart, 'number'>
  /** Called once a worker serves that was started again. Rejects if it must be ended. */
  readonly joined: (member: Member) => Promise<void>
  /** Called for a worker that has ended. */
  readonly left: (member: Member) => void
  /** Called if workers keep ending at their start. */
  readonly giveUp: (problem: string) => void
}

export interface Supervision {
  /** Starts all workers. Resolves with the start of the first one; the others begin after it. */
  start(): Promise<Started>
  readonly members: readonly Member[]
  /** Worker that does the background work. */
  readonly leader: Member | undefined
  readonly deaths: number
  /** Asks all workers to end, and resolves once they have ended; those that are left after `most` milliseconds are killed. */
  drain(most: number): Promise<void>
  /** Ends all workers at once. */
  kill(): void
}

/** Milliseconds until a worker is started again: the first wait, doubled with each further death, and the longest. */
const firstWait = 100
const longestWait = 30_000
/** Milliseconds after which a worker counts as sound, so that its death is the first one again. */
const soundAfter = 60_000
/** Number of starts in a row that may fail. */
const mostFailures = 6

/** Starts workers, and starts those again that end by themselves, after waits that grow. One of them leads the background work. */
export function supervise({ workers, log, handlersOf, order, joined, left, giveUp }: SuperviseOptions): Supervision {
  const members = new Set<Member>()
  const waits = new Map<number, number>()
  const timers = new Set<NodeJS.Timeout>()
  let leader: Member | undefined
  let deaths = 0
  let failures = 0
  let ending = false
  let allEnded: (() => void) | undefined

  function fork(number: number): Member {
    const process = cluster.fork({ INTERLINGUA_WORKER: String(number) })
    const send = (message: unknown, sent: () => void): void => {
      if (process.isConnected()) process.process.send?.(message as object, undefined, undefined, sent) // a list of calls
      else sent()
    }
    const there = Promise.withResolvers<void>()
    const handlers = { ...handlersOf({ number, link: () => link }), announce: () => there.resolve() }
    const link: Link<WorkerCalls> = createLink<WorkerCalls, PrimaryCalls>(send, handlers)
    const gone = Promise.withResolvers<void>()
    const member: Member = { number, process, link, serves: false, there: there.promise, ended: gone.promise }
    members.add(member)
    process.process.on('message', link.receive)
    // A message to a worker that has just ended is an error of its own.
    process.on('error', () => {})
    process.on('exit', (code, signal) => {
      end(member, signal ?? `exit code ${code}`)
      gone.resolve()
    })
    return member
  }

  async function begin(member: Member): Promise<Started> {
    const { number, link, process, there, ended } = member
    const startedAt = performance.now()
    await Promise.race([there, ended])
    const started = await link.request('start', [{ number, ...order() }]).catch(notStarted)
    if ('problem' in started) return started
    member.serves = members.has(member)
    failures = 0
    lead()
    log.write('info', 'worker', { number, pid: process.process.pid, state: 'serves', millis: Math.round(performance.now() - startedAt) })
    return started
  }

  function lead(): void {
    if (leader !== undefined && members.has(leader)) return
    leader = [...members].find(({ serves }) => serves)
    if (leader === undefined) return
    leader.link.send('lead')
    log.write('info', 'worker', { number: leader.number, state: 'leads' })
  }

  function end(member: Member, how: string): void {
    members.delete(member)
    member.link.close()
    left(member)
    if (ending) {
      if (members.size === 0) allEnded?.()
      return
    }
    lead()
    deaths++
    const { number, serves } = member
    log.write('error', 'worker', { number, pid: member.process.process.pid, state: serves ? 'died' : 'not-started', end: how })
    log.flush()
  }

  /** Starts a worker again and again, until it serves. */
  async function replace(number: number): Promise<void> {
    const wait = waits.get(number) ?? firstWait
    waits.set(number, Math.min(wait * 2, longestWait))
    await pause(wait)
    if (ending) return
    await open(number)
  }

  function replaceDead(number: number, sound: NodeJS.Timeout): void {
    clearTimeout(sound)
    if (!ending) void replace(number)
  }

  function pause(millis: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        done()
      }, millis)
      timers.add(timer)
    })
  }

  /** Starts a worker, and starts it again when it ends. `first`: a problem is told to the caller alone. */
  async function open(number: number, first = false): Promise<Started> {
    const member = fork(number)
    const started = await begin(member)
    const { process, ended } = member
    if ('problem' in started) {
      process.process.kill('SIGKILL')
      if (first || ending) return started
      log.write('error', 'worker', { number, state: 'not-started', problem: started.problem })
      if (++failures >= mostFailures) giveUp(`worker ${number} could not be started ${failures} times in a row: ${started.problem}`)
      else void replace(number)
      return started
    }
    const sound = setTimeout(() => waits.delete(number), soundAfter).unref()
    void ended.then(() => replaceDead(number, sound))
    if (!first) await joined(member).catch(() => process.process.kill('SIGKILL'))
    return started
  }

  return {
    get members() {
      return [...members]
    },
    get leader() {
      return leader
    },
    get deaths() {
      return deaths
    },
    async start() {
      // The first one makes what all share, and finds most mistakes.
      const started = await open(1, true)
      if ('problem' in started || ending) return started
      await Promise.all(Array.from({ length: workers - 1 }, (_, index) => open(index + 2)))
      return started
    },
    async drain(most) {
      ending = true
      for (const timer of timers) clearTimeout(timer)
      if (members.size === 0) return
      const ended = new Promise<void>((done) => (allEnded = done))
      const late = setTimeout(kill, most)
      for (const { serves, link, process } of members) {
        if (serves) link.send('drain')
        else process.process.kill('SIGKILL')
      }
      await ended
      clearTimeout(late)
    },
    kill,
  }

  function kill(): void {
    ending = true
    for (const { process } of members) process.process.kill('SIGKILL')
  }
}

function notStarted(error: unknown): Started {
  return { problem: `it ended at its start (${error instanceof Error ? error.message : String(error)})` }
}
