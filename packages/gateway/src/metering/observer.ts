import type { UsageRecord } from '@interlingua/store'
import type { ObservedCall } from '@interlingua/upstreams'
import type { Admission, ObservedAttempt, ObservedRequest, Outcome } from './outcome.ts'

/** Attempt with the facts that are told of its call. */
export interface RunningAttempt extends ObservedAttempt {
  readonly admitted: Admission & { readonly client: ObservedRequest }
  readonly reply: Pick<Outcome, 'firstByteAt'>
}

export type EventLevel = 'info' | 'warn' | 'error'

/** Facts of an event, by name. Never content, never credentials. */
export type EventFields = Readonly<Record<string, string | number | boolean | undefined>>

/** Receiver of what a gateway does, for logs, metrics and traces. A method that throws fails the request. */
export interface Observer {
  /** Called when a request has come, before its key is checked. */
  open?(request: ObservedRequest): void
  /** Called for each call of an upstream; gives headers for the upstream, and is told of the call's end. `attempts` includes this call. */
  attempt?(attempt: RunningAttempt): ObservedCall
  /** Called when an answer began well and then failed, before another upstream may be called. */
  giveUp?(request: ObservedRequest, failure: string): void
  /**
   * Called when an answer has ended, or its client has left. `result`: `ok`, `cancelled`, or the code of a failure; `record`: the usage record,
   * where one was made.
   */
  close?(outcome: Outcome, result: string, record?: UsageRecord): void
  /** Called for events of the gateway itself, such as `start`, `drain`, and failures that no client sees. */
  event?(level: EventLevel, name: string, fields: EventFields): void
  /** True to find the model and the finish reasons of answers in `attempt.answered`, which costs a little for each answer. Default false. */
  readonly readsAnswers?: boolean
}

/** Observers as one. */
export type JoinedObserver = Required<Observer>

const unobserved: ObservedCall = { headers: undefined, end: () => {} }

/** Joins observers: each method calls them in their order. */
export function joinObservers(observers: readonly Observer[]): JoinedObserver {
  const [only] = observers
  return {
    open(request) {
      for (const observer of observers) observer.open?.(request)
    },
    attempt(attempt) {
      if (observers.length <= 1) return only?.attempt?.(attempt) ?? unobserved
      const calls = observers.flatMap((observer) => observer.attempt?.(attempt) ?? [])
      return {
        headers: Object.assign({}, ...calls.map(({ headers }) => headers)) as Record<string, string>, // the headers of all
        end(result) {
          for (const call of calls) call.end(result)
        },
      }
    },
    giveUp(request, failure) {
      for (const observer of observers) observer.giveUp?.(request, failure)
    },
    close(outcome, result, record) {
      for (const observer of observers) observer.close?.(outcome, result, record)
    },
    event(level, name, fields) {
      for (const observer of observers) observer.event?.(level, name, fields)
    },
    readsAnswers: observers.some(({ readsAnswers }) => readsAnswers === true),
  }
}
