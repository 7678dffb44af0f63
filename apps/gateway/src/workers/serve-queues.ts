import { type ConcurrencyQueue, createConcurrencyQueue, type QueueOptions } from '@interlingua/upstreams'
import type { Handlers } from './link.ts'
import type { PrimaryCalls, QueueState } from './protocol.ts'

type QueueCalls = Pick<PrimaryCalls, 'enterQueue' | 'leaveQueue'>

/** Ticket of a request, in the queue or with a place. */
interface Holder {
  readonly queue: ConcurrencyQueue
  hasPlace: boolean
  /** Leaves the queue. */
  stepOut: () => void
}

/** Queues of the primary process, for all workers. */
export interface Queues {
  /** Answers of one worker's calls. `report` tells the worker of tickets that waited. */
  handlersOf(worker: number, report: (queue: string, ticket: number, state: 'go' | 'full') => void): Handlers<QueueCalls>
  /** Gives back the places of a worker that has ended. */
  drop(worker: number): void
  /** Forgets queues in which nothing runs or waits; they are made anew when they are used. */
  forgetIdle(): void
}

export function createQueues(): Queues {
  const queues = new Map<string, ConcurrencyQueue>()
  /** Tickets by worker, and within it by queue and number. */
  const holders = new Map<number, Map<string, Holder>>()

  function queueOf(id: string, options: QueueOptions): ConcurrencyQueue {
    let queue = queues.get(id)
    if (queue === undefined) queues.set(id, (queue = createConcurrencyQueue(options)))
    return queue
  }

  function leave({ queue, hasPlace, stepOut }: Holder): void {
    if (hasPlace) queue.leave()
    else stepOut()
  }

  return {
    handlersOf(worker, report) {
      const own = new Map<string, Holder>()
      holders.set(worker, own)
      return {
        enterQueue(id, options, ticket) {
          const queue = queueOf(id, options)
          const name = `${id} ${ticket}`
          const holder: Holder = { queue, hasPlace: false, stepOut: () => {} }
          /** State of the ticket; absent once the worker knows it. */
          let state: QueueState | undefined = 'wait'
          const settle = (end: 'go' | 'full'): void => {
            holder.hasPlace = end === 'go'
            if (end === 'full') own.delete(name)
            if (state === undefined) report(id, ticket, end)
            else state = end
          }
          own.set(name, holder)
          holder.stepOut = queue.enter(
            () => settle('go'),
            () => settle('full'),
          )
          const known = state
          state = undefined
          return known
        },
        leaveQueue(id, ticket) {
          const name = `${id} ${ticket}`
          const holder = own.get(name)
          own.delete(name)
          if (holder) leave(holder)
        },
      }
    },
    drop(worker) {
      const own = [...(holders.get(worker)?.values() ?? [])]
      holders.delete(worker)
      // Waiting ones go first, so that no place is given to them.
      for (const holder of own.toSorted((one, other) => Number(one.hasPlace) - Number(other.hasPlace))) leave(holder)
    },
    forgetIdle() {
      for (const [id, { running, waiting }] of queues) if (running === 0 && waiting === 0) queues.delete(id)
    },
  }
}
