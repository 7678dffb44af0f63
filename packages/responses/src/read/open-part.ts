import type { Delta, Extensions, Part, ReasoningSegment } from '@interlingua/core'
import { unwrapInput } from '../restore-call.ts'

/** Part that was started, with the amount of it that was emitted: an event with the whole part adds only the missing rest. */
export interface OpenPart {
  readonly number: number
  readonly type: Part['type']
  /** Extension at its start. */
  readonly told: Extensions | undefined
  /** Emitted text or arguments, in UTF-16 units. */
  given: number
  /** Segments by kind and wire index; numbered in order of first appearance. */
  readonly segments: Map<string, { readonly number: number; given: number }>
  citations: number
  /** State of log probabilities. `late`: streamed entries lack something, and wait for the final ones. */
  logprobs: 'none' | 'given' | 'late'
  status: string | undefined
  /** True for a wrapped custom tool, whose raw text is emitted once complete. */
  readonly wrapped: boolean
}

export function createOpenPart(number: number, value: Part, wrapped: boolean): OpenPart {
  return {
    number,
    type: value.type,
    told: value.extensions,
    given: 0,
    segments: new Map(),
    citations: 0,
    logprobs: 'none',
    status: value.type === 'hosted-call' ? value.status : undefined,
    wrapped,
  }
}

/** Delta of a segment, which is opened if it is new. */
export function segmentDelta(open: OpenPart, kind: ReasoningSegment['type'], index: number, text: string): Delta {
  const key = `${kind} ${index}`
  let segment = open.segments.get(key)
  if (segment === undefined) open.segments.set(key, (segment = { number: open.segments.size, given: 0 }))
  segment.given += text.length
  return { type: 'reasoning', segment: segment.number, kind, text }
}

/** Deltas for the rest of the whole part. */
export function missingDeltas(open: OpenPart, whole: Part): readonly Delta[] {
  const deltas: Delta[] = []
  switch (whole.type) {
    case 'text':
      addText(deltas, open, whole.text)
      if (whole.logprobs && open.logprobs !== 'given') deltas.push({ type: 'logprobs', logprobs: whole.logprobs })
      for (const citation of whole.citations?.slice(open.citations) ?? []) deltas.push({ type: 'citation', citation })
      open.citations = Math.max(open.citations, whole.citations?.length ?? 0)
      break
    case 'refusal':
      addText(deltas, open, whole.text)
      break
    case 'reasoning':
      addSegments(deltas, open, whole.segments)
      break
    case 'tool-call':
    case 'hosted-call': {
      const text = open.wrapped ? unwrapInput(whole.arguments) : whole.arguments
      if (text.length > open.given) deltas.push({ type: 'arguments', text: text.slice(open.given) })
      open.given = Math.max(open.given, text.length)
      if (whole.type === 'hosted-call' && whole.status !== undefined && whole.status !== open.status)
        deltas.push({ type: 'status', text: whole.status })
      break
    }
    default:
      break
  }
  if (whole.seal) deltas.push({ type: 'seal', seal: whole.seal })
  return deltas
}

function addText(deltas: Delta[], open: OpenPart, text: string): void {
  if (text.length <= open.given) return
  deltas.push({ type: 'text', text: text.slice(open.given) })
  open.given = text.length
}

function addSegments(deltas: Delta[], open: OpenPart, segments: readonly ReasoningSegment[]): void {
  const indexes = { summary: 0, full: 0 }
  for (const { type, text } of segments) {
    const index = indexes[type]++
    const given = open.segments.get(`${type} ${index}`)?.given
    if (given === undefined || text.length > given) deltas.push(segmentDelta(open, type, index, text.slice(given ?? 0)))
  }
}

/** Part at its start: empty where deltas fill it, and without members that only its end has. */
export function emptied(value: Part): Part {
  const { extensions: _, seal: __, ...bare } = value
  switch (bare.type) {
    case 'text': {
      const { citations: ___, logprobs: ____, ...text } = bare
      return { ...text, text: '' }
    }
    case 'refusal':
      return { ...bare, text: '' }
    case 'reasoning':
      return { ...bare, segments: [] }
    case 'tool-call':
      return { ...bare, arguments: '' }
    case 'hosted-call':
      // The tool and the side that runs it are in the extension.
      return value.extensions === undefined ? { ...bare, arguments: '' } : { ...bare, arguments: '', extensions: value.extensions }
    default:
      return value
  }
}
