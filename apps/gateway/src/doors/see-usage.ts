import { mergeUsage, type Usage } from '@interlingua/core'
import type { Sighting } from '../answers/stream-marks.ts'

/** What one more event says of the cost: counts are those of the whole answer so far. */
export function seeUsage(sighting: Sighting, usage: Usage | undefined): void {
  if (usage) sighting.usage = mergeUsage(sighting.usage, usage)
}
