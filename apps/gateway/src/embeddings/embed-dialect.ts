import type { JsonObject } from '@interlingua/core'
import type { Channel } from '../channels/channel.ts'

const nothing: JsonObject = {}
const vertex: JsonObject = { server: 'vertex' }

/** The profile by which a channel is asked for embeddings. One of text is set up for its format: of that only which of Google's servers it is means anything here. */
export function embedDialect({ generates, dialect }: Channel): JsonObject {
  if (!generates) return dialect
  return dialect['server'] === 'vertex' ? vertex : nothing
}
