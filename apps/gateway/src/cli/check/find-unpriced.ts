import type { FileConfig } from '../../config/config-schema.ts'
import { coversPattern } from './covers-pattern.ts'
import type { Finding } from './finding.ts'

/** Models without a price, where there is a price table: their usage would be counted without a cost, and no budget would hold them. */
export function findUnpriced({ channels, prices }: FileConfig): readonly Finding[] {
  if (prices === undefined) return []
  return channels.flatMap((channel, index) =>
    channel.models.flatMap((model, at) => {
      const known = typeof model === 'string' ? model : (model.upstream ?? model.name)
      const lines = prices.models.filter((line) => (line.channel ?? channel.name) === channel.name)
      if (lines.some((line) => coversPattern(line.model, known))) return []
      const message = known.includes('*') ? `not all of ${known} has a price` : `${known} has no price`
      return [{ level: 'warning' as const, path: ['channels', index, 'models', at], message }]
    }),
  )
}
