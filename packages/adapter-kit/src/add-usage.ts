import { mergeUsage, type Usage } from '@interlingua/core'
import type { StreamStatus } from '@interlingua/core/edge'

/** Adds the usage of a further stream event, whose counts cover the whole response so far. */
export function addUsage(status: StreamStatus, usage: Usage | undefined): void {
  if (usage) status.usage = mergeUsage(status.usage, usage)
}
