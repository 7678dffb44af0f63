import { mergeUsage, type Usage } from '@interlingua/core'
import type { StreamStatus } from '@interlingua/core/edge'

/** What one more event of a stream says of the cost: its counts are those of the whole answer so far. */
export function addUsage(status: StreamStatus, usage: Usage | undefined): void {
  if (usage) status.usage = mergeUsage(status.usage, usage)
}
