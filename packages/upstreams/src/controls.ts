import { type BreakerOptions, type Circuit, createBreaker } from './breaker.ts'
import { type ConcurrencyQueue, createConcurrencyQueue, type QueueOptions } from './concurrency-queue.ts'

/** Upstream of a channel: the channel's name, and a text of its address, credentials and settings, by which a change is found. The text is secret. */
export interface UpstreamIdentity {
  readonly channel: string
  readonly text: string
}

/** Makers of what limits the calls of a channel: its circuit breaker and its queue. Several processes may share them by the identity. */
export interface CallControls {
  createCircuit(options: BreakerOptions, identity: UpstreamIdentity): Circuit
  createQueue(options: QueueOptions, identity: UpstreamIdentity): ConcurrencyQueue
}

/** Controls of this process alone. */
export const ownControls: CallControls = {
  createCircuit: (options) => createBreaker(options, () => performance.now()),
  createQueue: createConcurrencyQueue,
}
