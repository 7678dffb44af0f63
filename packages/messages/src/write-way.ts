import type { Delta, Part } from '@interlingua/core'
import { isCallPart } from './call-part.ts'
import { hintOf } from './extension.ts'

/** Way in which a part is written: bit by bit, or whole once it ends. */
export type Way = 'text' | 'thinking' | 'call' | 'whole'

export function wayOf(value: Part): Way {
  switch (value.type) {
    case 'text':
    case 'refusal':
      return 'text'
    case 'reasoning':
      return value.redacted ? 'whole' : 'thinking'
    case 'tool-call':
      return 'call'
    case 'hosted-call':
      return typeof hintOf(value).type === 'string' ? 'call' : 'whole'
    default:
      return 'whole'
  }
}

/** Deltas for the content that a part already has at its start. */
export function initialDeltas(value: Part, way: Way): readonly Delta[] {
  if (way === 'text' && (value.type === 'text' || value.type === 'refusal')) {
    const deltas: Delta[] = value.text === '' ? [] : [{ type: 'text', text: value.text }]
    if (value.type === 'text') for (const citation of value.citations ?? []) deltas.push({ type: 'citation', citation })
    return deltas
  }
  if (way === 'thinking' && value.type === 'reasoning')
    return value.segments.map(({ type, text }, segment) => ({ type: 'reasoning', segment, kind: type, text }))
  if (way === 'call' && isCallPart(value) && value.arguments !== '') return [{ type: 'arguments', text: value.arguments }]
  return []
}

/** Removes the arguments of a call that starts whole; they come as its first delta. */
export function emptied(value: Part, way: Way): Part {
  return way === 'call' && isCallPart(value) && value.arguments !== '' ? { ...value, arguments: '' } : value
}
