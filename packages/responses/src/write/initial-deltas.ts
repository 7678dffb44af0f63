import type { Delta, Part } from '@interlingua/core'

/** Deltas for the content that a part already has at its start. */
export function initialDeltas(value: Part): readonly Delta[] {
  const deltas: Delta[] = []
  switch (value.type) {
    case 'text':
      if (value.text !== '') deltas.push({ type: 'text', text: value.text })
      if (value.logprobs) deltas.push({ type: 'logprobs', logprobs: value.logprobs })
      for (const citation of value.citations ?? []) deltas.push({ type: 'citation', citation })
      return deltas
    case 'refusal':
      if (value.text !== '') deltas.push({ type: 'text', text: value.text })
      return deltas
    case 'reasoning':
      value.segments.forEach(({ type, text }, segment) => deltas.push({ type: 'reasoning', segment, kind: type, text }))
      return deltas
    case 'tool-call':
    case 'hosted-call':
      if (value.arguments !== '') deltas.push({ type: 'arguments', text: value.arguments })
      return deltas
    default:
      return deltas
  }
}
