import type { Delta } from '@interlingua/core'
import { notice } from '../notices.ts'
import { putAt } from './desk.ts'
import type { Desk } from './desk.ts'
import type { Writing } from './writing.ts'

type Thought = Extract<Delta, { type: 'reasoning' }>

/** A piece of reasoning. Another format's is shown as its summary: that is what clients show. */
export function writeThought(desk: Desk, writing: Writing, delta: Thought): void {
  const { text } = delta
  let segment = writing.segments[delta.segment]
  if (segment === undefined || segment.index < 0) {
    // A segment of our own is there as soon as it is announced.
    if (text === '' && !desk.own) return
    segment = openSegment(desk, writing, delta)
  }
  if (text === '') return
  segment.text += text
  if (segment.type === 'summary') putAt(desk, writing, 'reasoning_summary_text.delta', 'summary_index', { delta: text }, segment.index)
  else putAt(desk, writing, 'reasoning_text.delta', 'content_index', { delta: text }, segment.index)
}

function openSegment(desk: Desk, writing: Writing, { kind, segment: number }: Thought): Writing['segments'][number] {
  const type = desk.own ? kind : 'summary'
  if (type !== kind) desk.context.onNotice(notice('reasoning-kind', writing.start.at ?? ''))
  closeSegments(desk, writing)
  const segment = {
    type,
    index: writing.segments.filter((other) => other.type === type && other.index >= 0).length,
    text: '',
    closed: false,
  }
  // Those of which nothing has come keep their place, and are not written.
  while (writing.segments.length < number) writing.segments.push({ type, index: -1, text: '', closed: true })
  writing.segments[number] = segment
  const { index } = segment
  if (type === 'summary')
    putAt(desk, writing, 'reasoning_summary_part.added', 'summary_index', { part: { type: 'summary_text', text: '' } }, index)
  else putAt(desk, writing, 'content_part.added', 'content_index', { part: { type: 'reasoning_text', text: '' } }, index)
  return segment
}

export function closeSegments(desk: Desk, writing: Writing): void {
  for (const segment of writing.segments) {
    if (segment.closed) continue
    segment.closed = true
    const { text, index } = segment
    if (segment.type === 'summary') {
      putAt(desk, writing, 'reasoning_summary_text.done', 'summary_index', { text }, index)
      putAt(desk, writing, 'reasoning_summary_part.done', 'summary_index', { part: { type: 'summary_text', text } }, index)
    } else {
      putAt(desk, writing, 'reasoning_text.done', 'content_index', { text }, index)
      putAt(desk, writing, 'content_part.done', 'content_index', { part: { type: 'reasoning_text', text } }, index)
    }
  }
}
