import type { Failure } from './failure.ts'
import { mergeExtensions, mergeUsage } from './merge-usage.ts'
import type { Extensions } from './node.ts'
import type { Part, ReasoningSegment } from './part.ts'
import type { Item } from './request.ts'
import type { Candidate, Finish, GenerateResponse, Usage } from './response.ts'
import type { Delta, StreamEvent } from './stream-event.ts'

/** Folds (accumulates) the events of a stream into a response. Total: a stream without `response-end` folds to a failed response. */
export function foldEvents(events: Iterable<StreamEvent>): GenerateResponse {
  const folding: Folding = {
    candidates: new Map(),
    parts: new Map(),
    head: undefined,
    usage: undefined,
    failure: undefined,
    end: undefined,
    serviceTier: undefined,
  }
  for (const event of events) fold(folding, event)
  return finishFolding(folding)
}

interface Folding {
  readonly candidates: Map<number, OpenCandidate>
  readonly parts: Map<number, { candidate: OpenCandidate; position: number }>
  head: Extract<StreamEvent, { type: 'response-start' }> | undefined
  usage: Usage | undefined
  failure: Failure | undefined
  end: Extract<StreamEvent, { type: 'response-end' }> | undefined
  serviceTier: string | undefined
}

interface OpenCandidate {
  readonly parts: Part[]
  readonly items: Map<string, Item>
  finish: Finish | undefined
  extensions: Extensions | undefined
}

function fold(folding: Folding, event: StreamEvent): void {
  switch (event.type) {
    case 'response-start':
      folding.head = event
      if (event.usage) folding.usage = mergeUsage(folding.usage, event.usage)
      if (event.serviceTier !== undefined) folding.serviceTier = event.serviceTier
      return
    case 'part-start': {
      const candidate = candidateOf(folding, event.candidate)
      folding.parts.set(event.part, { candidate, position: candidate.parts.length })
      candidate.parts.push(event.value)
      addItem(candidate, event.item)
      return
    }
    case 'part-delta': {
      const open = folding.parts.get(event.part)
      const part = open?.candidate.parts[open.position]
      if (open && part) open.candidate.parts[open.position] = addDelta(part, event.delta)
      return
    }
    case 'part-end': {
      const open = folding.parts.get(event.part)
      const part = open?.candidate.parts[open.position]
      if (open && part && event.extensions) {
        const extensions = mergeExtensions(part.extensions, event.extensions)
        open.candidate.parts[open.position] = extensions ? { ...part, extensions } : part
      }
      if (open) addItem(open.candidate, event.item)
      return
    }
    case 'candidate-end': {
      const candidate = candidateOf(folding, event.candidate)
      candidate.finish = event.finish
      candidate.extensions = mergeExtensions(candidate.extensions, event.extensions)
      return
    }
    case 'usage':
      folding.usage = mergeUsage(folding.usage, event.usage)
      if (event.serviceTier !== undefined) folding.serviceTier = event.serviceTier
      return
    case 'failure':
      folding.failure = event.failure
      return
    case 'response-end':
      folding.end = event
      return
    case 'keep-alive':
    case 'opaque':
      return
  }
}

function candidateOf(folding: Folding, index: number): OpenCandidate {
  const known = folding.candidates.get(index)
  if (known) return known
  const candidate: OpenCandidate = { parts: [], items: new Map(), finish: undefined, extensions: undefined }
  folding.candidates.set(index, candidate)
  return candidate
}

function addItem(candidate: OpenCandidate, item: Item | undefined): void {
  if (item === undefined) return
  const extensions = mergeExtensions(candidate.items.get(item.id)?.extensions, item.extensions)
  candidate.items.set(item.id, { ...candidate.items.get(item.id), ...item, ...(extensions && { extensions }) })
}

/**
 * Adds one delta to a part. A delta that does not fit its part changes nothing, so that folding stays total; the grammar checker names it.
 */
export function addDelta(part: Part, delta: Delta): Part {
  switch (delta.type) {
    case 'text':
      return part.type === 'text' || part.type === 'refusal'
        ? { ...part, text: part.text + delta.text }
        : part.type === 'compaction'
          ? { ...part, text: (part.text ?? '') + delta.text }
          : part
    case 'arguments':
      return part.type === 'tool-call' || part.type === 'hosted-call' ? { ...part, arguments: part.arguments + delta.text } : part
    case 'transcript':
      return part.type === 'media' ? { ...part, transcript: (part.transcript ?? '') + delta.text } : part
    case 'status':
      return part.type === 'hosted-call' ? { ...part, status: delta.text } : part
    case 'reasoning':
      return part.type === 'reasoning' ? { ...part, segments: addToSegment(part.segments, delta.segment, delta.kind, delta.text) } : part
    case 'seal':
      return { ...part, seal: delta.seal }
    case 'citation':
      return part.type === 'text' ? { ...part, citations: [...(part.citations ?? []), delta.citation] } : part
    case 'logprobs':
      return part.type === 'text' ? { ...part, logprobs: [...(part.logprobs ?? []), ...delta.logprobs] } : part
    case 'media':
      if (part.type !== 'media' || part.source.type !== 'inline') return part
      return { ...part, source: { ...part.source, base64: delta.partial === undefined ? part.source.base64 + delta.base64 : delta.base64 } }
  }
}

function addToSegment(
  segments: readonly ReasoningSegment[],
  index: number,
  type: ReasoningSegment['type'],
  text: string,
): readonly ReasoningSegment[] {
  const grown = segments.slice()
  const old = grown[index]
  if (old) grown[index] = { ...old, text: old.text + text }
  else grown.push({ type, text }) // segments come in order; a gap is not worth an empty segment
  return grown
}

function finishFolding(folding: Folding): GenerateResponse {
  const { head, usage, failure, end } = folding
  const candidates = [...folding.candidates.entries()].sort(([a], [b]) => a - b).map(([index, open]) => finishCandidate(index, open))
  const extensions = mergeExtensions(head?.extensions, end?.extensions)
  return {
    id: head?.id ?? '',
    model: head?.model ?? '',
    ...(head?.createdAt !== undefined && { createdAt: head.createdAt }),
    status: failure ? 'failed' : (end?.status ?? 'failed'),
    candidates,
    ...(usage && { usage }),
    ...(failure && { failure }),
    ...(folding.serviceTier !== undefined && { serviceTier: folding.serviceTier }),
    ...(extensions && { extensions }),
  }
}

function finishCandidate(index: number, open: OpenCandidate): Candidate {
  return {
    index,
    parts: open.parts,
    ...(open.items.size > 0 && { items: [...open.items.values()] }),
    ...(open.finish && { finish: open.finish }),
    ...(open.extensions && { extensions: open.extensions }),
  }
}
