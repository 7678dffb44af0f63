import type { Delta } from '@interlingua/core'
import { notice } from '../notices.ts'
import { putAt } from './writer-context.ts'
import type { WriterContext } from './writer-context.ts'
import type { OpenPart } from './open-part.ts'

type Thought = Extract<Delta, { type: 'reasoning' }>

/** Writes a piece of reasoning. Another format's becomes a summary, which is what clients show. */
export function writeThought(writer: WriterContext, open: OpenPart, delta: Thought): void {
  const { text } = delta
  let segment = open.segments[delta.segment]
  if (segment === undefined || segment.index < 0) {
    // A segment of this format opens once it is announced.
    if (text === '' && !writer.own) return
    segment = openSegment(writer, open, delta)
  }
  if (text === '') return
  segment.text += text
  if (segment.type === 'summary') putAt(writer, open, 'reasoning_summary_text.delta', 'summary_index', { delta: text }, segment.index)
  else putAt(writer, open, 'reasoning_text.delta', 'content_index', { delta: text }, segment.index)
}

function openSegment(writer: WriterContext, open: OpenPart, { kind, segment: number }: Thought): OpenPart['segments'][number] {
  const type = writer.own ? kind : 'summary'
  if (type !== kind) writer.context.onNotice(notice('reasoning-kind', open.start.at ?? ''))
  closeSegments(writer, open)
  const segment = {
    type,
    index: open.segments.filter((other) => other.type === type && other.index >= 0).length,
    text: '',
    closed: false,
  }
  // Empty segments keep their place, and are not written.
  while (open.segments.length < number) open.segments.push({ type, index: -1, text: '', closed: true })
  open.segments[number] = segment
  const { index } = segment
  if (type === 'summary')
    putAt(writer, open, 'reasoning_summary_part.added', 'summary_index', { part: { type: 'summary_text', text: '' } }, index)
  else putAt(writer, open, 'content_part.added', 'content_index', { part: { type: 'reasoning_text', text: '' } }, index)
  return segment
}

export function closeSegments(writer: WriterContext, open: OpenPart): void {
  for (const segment of open.segments) {
    if (segment.closed) continue
    segment.closed = true
    const { text, index } = segment
    if (segment.type === 'summary') {
      putAt(writer, open, 'reasoning_summary_text.done', 'summary_index', { text }, index)
      putAt(writer, open, 'reasoning_summary_part.done', 'summary_index', { part: { type: 'summary_text', text } }, index)
    } else {
      putAt(writer, open, 'reasoning_text.done', 'content_index', { text }, index)
      putAt(writer, open, 'content_part.done', 'content_index', { part: { type: 'reasoning_text', text } }, index)
    }
  }
}
