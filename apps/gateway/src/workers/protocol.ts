import type { Account, Count } from '@interlingua/access'
import type { ConsoleEvent } from '@interlingua/console'
import type { BreakerOptions, Circuit, QueueOptions, UpstreamTrouble } from '@interlingua/upstreams'
import type { Address } from '../app-gateway.ts'
import type { ReloadOutcome } from '../operation/reload.ts'
import type { StartOptions } from '../start-options.ts'

/** Outcome of calls of an upstream, for its breaker, in the order in which they ended; `count` of the same kind in a row. */
export type CallOutcome = readonly [kind: 'succeed' | 'fail' | 'refuse' | 'release', pass: 'call' | 'probe', count: number]

/** State of a breaker. Times are in milliseconds from now on. */
export interface CircuitNews {
  /** Number that grows with each news: a reply may be read after a later news. */
  readonly version: number
  readonly opened: boolean
  readonly cause: Circuit['cause']
  /** Time until a probe may be made. */
  readonly openFor: number
  /** True while a worker makes the probe. */
  readonly probing: boolean
  /** Time for which other channels are preferred. */
  readonly coolDown: number
  /** Time of an operator's pause. */
  readonly pause: number
}

/** State of a place in a queue. */
export type QueueState = 'go' | 'wait' | 'full'

/** Calls that the primary process answers. */
export interface PrimaryCalls {
  /** Tells that the worker reads messages from now on. */
  announce(): void
  addRequests(name: string, points: number): Count
  readRequests(name: string): Count | null
  readAccount(name: string): { readonly account: Account; readonly revision: number } | null
  replaceAccount(name: string, account: Account, revision: number, expiresAt: number): boolean
  /** Takes a place among at most `limit`; false if none is free. */
  takePlace(name: string, limit: number): boolean
  leavePlace(name: string): void
  joinCircuit(circuit: string, options: BreakerOptions): CircuitNews
  reportCalls(circuit: string, outcomes: readonly CallOutcome[]): CircuitNews
  /** True if the worker that asks makes the probe. */
  takeProbe(circuit: string): boolean
  coolDown(circuit: string, millis: number): void
  pauseCircuit(circuit: string, millis: number): CircuitNews
  tryCircuit(circuit: string): CircuitNews
  noteTrouble(circuit: string, trouble: UpstreamTrouble): void
  readTrouble(circuit: string): UpstreamTrouble | null
  enterQueue(queue: string, options: QueueOptions, ticket: number): QueueState
  /** Gives back the place of a ticket, or its place in the queue. */
  leaveQueue(queue: string, ticket: number): void
  /** Metrics of all workers together, for Prometheus. */
  gatherMetrics(): string
  /** Writes lines of the log. */
  writeLog(text: string): void
  /** Tells that pages of the console are open at the worker, or no longer. */
  watchEvents(on: boolean): void
  /** Tells of an event for the pages of all workers. */
  reportEvent(event: ConsoleEvent): void
  /** Tells of a task for the worker that leads. */
  passTask(task: string): void
  /** Puts the configuration file in force in all workers. */
  reload(): ReloadOutcome
}

/** Order to a worker to start. */
export interface WorkerStart {
  readonly number: number
  /** Path of the configuration file, there or not. */
  readonly file: string
  /** Text of the configuration file; absent: the channels come from the environment. */
  readonly text?: string
  /** Settings of the command line, which win over the file's. */
  readonly options: StartOptions
  /** Address of the demo's provider, if it is served. */
  readonly demo?: string
}

/** Result of a start or a change; `problem` is in words for operators. */
export type Started = { readonly address: Address; readonly hasConsole: boolean } | { readonly problem: string }
export type Prepared = { readonly channels: string; readonly restart?: string } | { readonly problem: string }

/** Values of one metric, in the form of the library of metrics. */
export type MetricValues = Readonly<Record<string, unknown>>

/** Calls that a worker answers. */
export interface WorkerCalls {
  start(order: WorkerStart): Started
  /** Opens another configuration, which `adopt` puts in force and `abandon` drops. */
  prepare(order: Omit<WorkerStart, 'number'>): Prepared
  adopt(): void
  abandon(): void
  /** Shows the pages of the console that the file was refused. */
  showRefusal(problem: string): void
  /** The worker does the background work from now on. */
  lead(): void
  lookAt(task: string): void
  /** Link that signs in to the console once; null if it is not served. */
  makeConsoleLink(): string | null
  changeCircuit(circuit: string, news: CircuitNews): void
  changeQueue(queue: string, ticket: number, state: 'go' | 'full'): void
  hearEvent(id: number, event: ConsoleEvent): void
  /** Tells that pages are open at any worker, or no longer; `last`: number before the next event. */
  heedEvents(on: boolean, last: number): void
  readMetrics(): readonly MetricValues[]
  /** Ends the worker: running requests go on for the configured time. */
  drain(): void
}
