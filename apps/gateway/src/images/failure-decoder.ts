import type { DecodeFailure } from '../upstreams/read-refusal.ts'
import type { ImageAttempt } from './image-attempt.ts'

/** How the upstream's errors are read. The words of its own dialect are those of the channel's text format, where that is what the client speaks. */
export function failureDecoder({ exchange, paints, server }: Pick<ImageAttempt, 'exchange' | 'paints' | 'server'>): DecodeFailure {
  const { format } = exchange.edge.adapter
  return (reply, context) => {
    const failure = paints.decodeFailure(reply, context)
    if (paints.format !== server.format || failure.raw === undefined) return failure
    return { ...failure, raw: { ...failure.raw, format } }
  }
}
