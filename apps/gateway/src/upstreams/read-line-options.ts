import type { ChannelConfig } from '../config/config-schema.ts'
import type { LineOptions } from './create-line.ts'

/** How many calls of a channel may run at the same time, and who waits; `undefined`: any number may. */
export function readLineOptions({ concurrency }: ChannelConfig): LineOptions | undefined {
  if (concurrency === undefined) return undefined
  const { calls, waiting = calls, patience = 10 } = typeof concurrency === 'number' ? { calls: concurrency } : concurrency
  return { calls, waiting, patience: patience * 1000 }
}
