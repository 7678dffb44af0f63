import type { ChannelConfig } from '../config/config-schema.ts'
import type { QueueOptions } from './create-concurrency-queue.ts'

/** How many calls of a channel may run at the same time, and who waits; `undefined`: any number may. */
export function readQueueOptions({ concurrency }: ChannelConfig): QueueOptions | undefined {
  if (concurrency === undefined) return undefined
  const { calls, waiting = calls, patience = 10 } = typeof concurrency === 'number' ? { calls: concurrency } : concurrency
  return { calls, waiting, timeoutMs: patience * 1000 }
}
