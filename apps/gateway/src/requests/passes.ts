import type { FormatEdge } from '@interlingua/core/edge'
import type { ParsedBody } from './parse-body.ts'

/** How a seal of another format begins that an answer of ours carried, wherever it stands: in a field of its own, or in the id of a call. */
const envelopes = ['"SUwB', '__sig__SUwB'] as const

/**
 * Whether a body of the format `from` can go to an upstream of `to` as it is. What a client brings back of an upstream of another format, which
 * it spoke to before, is sealed for that one: it is taken out, or the vendor refuses it. A text that only looks like that costs a translation.
 */
export function passes(from: FormatEdge, to: FormatEdge, { body, bytes }: ParsedBody): boolean {
  return (
    from === to &&
    from.stream.binary === undefined &&
    from.client.needsTranslation?.(body) !== true &&
    !envelopes.some((envelope) => bytes.includes(envelope))
  )
}
