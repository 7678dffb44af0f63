import type { EventLog } from './event-log.ts'

/** State of the process, which outlives each configuration. */
export interface Lifecycle<Request extends RunningRequest = RunningRequest> {
  /** Requests whose answers have not ended. */
  readonly requests: RunningRequests<Request>
  /** Responses that this process runs in the background, by id. */
  readonly runs: Map<string, Run>
  /** True while the gateway ends, so that connections are not kept. */
  draining: boolean
  /** Called when the last running request ends while draining. */
  onDrained: () => void
}

/** Request whose answer has not ended. */
interface RunningRequest {
  /** Configuration that the request began with. */
  readonly client: { readonly gateway: object }
  /** The newest attempt; absent before the first. */
  readonly attempt?: { readonly target: { readonly channel: { readonly name: string } } }
  /** Time of the first byte of a stream; absent before it. */
  readonly firstByteAt?: number
  /** Index among the running requests. */
  place?: number | undefined
}

/** Requests whose answers have not ended, in no order. */
interface RunningRequests<Request extends RunningRequest = RunningRequest> extends Iterable<Request> {
  readonly size: number
  add(request: Request): void
  /** Removes a request, if it is there. */
  delete(request: Request): void
}

/** Background response that this process runs. */
interface Run {
  /** Events of an answer that is streamed. Absent: it is a document. */
  readonly log?: EventLog
  /** Ends the run without an answer. */
  abort(): void
  /** Ends the run, and stores that it failed. Never rejects. */
  stop(): Promise<void>
}

/**
 * Creates the list of running requests, as an array. A `Set` that changes often leaves old tables, each of which keeps later members alive until the
 * next full garbage collection, at a cost as high as a translation.
 */
export function createRunningRequests<Request extends RunningRequest>(): RunningRequests<Request> {
  const running: Request[] = []
  return {
    get size() {
      return running.length
    },
    add(request) {
      request.place = running.push(request) - 1
    },
    delete(request) {
      const { place } = request
      if (place === undefined) return
      request.place = undefined
      const last = running.pop()
      if (last === undefined || last === request) return
      running[place] = last
      last.place = place
    },
    // Iterates over a copy, since the loop may end requests.
    [Symbol.iterator]: () => running.slice()[Symbol.iterator](),
  }
}
