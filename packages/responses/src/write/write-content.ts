import type { Citation, Item, TokenLogprob } from '@interlingua/core'
import { fates } from '../answer-fates.ts'
import { answerCitation, silent } from '../answer-part.ts'
import { encodeAnnotation } from '../parts/citation.ts'
import { encodeContent } from '../parts/index.ts'
import { notice } from '../notices.ts'
import { encodeLogprobs } from '../parts/logprobs.ts'
import { encodeMessage } from '../parts/message.ts'
import { putAt } from './desk.ts'
import type { Desk } from './desk.ts'
import type { ItemShelf } from './item-shelf.ts'
import { wholeOf } from './writing.ts'
import type { Writing } from './writing.ts'

/** What is said in messages. */
export interface ContentWriter {
  begin(writing: Writing, entry: Item | undefined): void
  say(writing: Writing, text: string): void
  cite(writing: Writing, citation: Citation): void
  weigh(writing: Writing, logprobs: readonly TokenLogprob[]): void
  complete(writing: Writing): void
}

export function createContentWriter(desk: Desk, shelf: ItemShelf): ContentWriter {
  const { own, scope, context } = desk

  const begin = (writing: Writing, entry: Item | undefined): void => {
    const { start } = writing
    const message = shelf.message(start)
    if (message) shelf.join(writing, message)
    else shelf.open(writing, { ...encodeMessage([start], entry, 'assistant', scope, shelf.next()) }, entry)
    putAt(desk, writing, 'content_part.added', 'content_index', { part: encodeContent(start, 'assistant', scope) ?? {} })
  }

  const annotate = (writing: Writing, citation: Citation): void => {
    if (writing.item === undefined) begin(writing, undefined)
    const annotation = encodeAnnotation(citation, writing.text.length)
    const index = writing.citations.push(citation) - 1
    if (annotation) putAt(desk, writing, 'output_text.annotation.added', 'content_index', { annotation_index: index, annotation })
  }

  return {
    begin,
    say(writing, text) {
      if (text === '') return
      if (writing.item === undefined) begin(writing, undefined)
      writing.text += text
      if (writing.start.type === 'refusal') putAt(desk, writing, 'refusal.delta', 'content_index', { delta: text })
      else putAt(desk, writing, 'output_text.delta', 'content_index', { logprobs: [], delta: text })
    },
    cite(writing, citation) {
      if (!own) {
        const { at = '' } = writing.start
        if (!answerCitation(citation, at, context)) return
        fates.part({ type: 'text', text: '', citations: [citation], at }, context)
      }
      // A citation of the whole text waits until it is whole, and those after it wait with it.
      if (own || (citation.span && writing.waiting.length === 0)) annotate(writing, citation)
      else writing.waiting.push(citation)
    },
    weigh(writing, logprobs) {
      writing.logprobs.push(...logprobs)
      putAt(desk, writing, 'output_text.delta', 'content_index', { delta: '', logprobs: encodeLogprobs(logprobs) })
    },
    complete(writing) {
      for (const citation of writing.waiting) annotate(writing, citation)
      const { item, start, text } = writing
      // Only now is it known whether anything was said in it.
      if (writing.media) context.onNotice(notice(item === undefined ? 'answer-part' : 'transcript', start.at ?? ''))
      if (item === undefined) {
        if (!writing.media && (start.type === 'text' || start.type === 'refusal')) silent({ ...start, text: '' }, context)
        return
      }
      if (start.type === 'refusal') putAt(desk, writing, 'refusal.done', 'content_index', { refusal: text })
      else if (start.type === 'text')
        putAt(desk, writing, 'output_text.done', 'content_index', { text, logprobs: encodeLogprobs(writing.logprobs) })
      putAt(desk, writing, 'content_part.done', 'content_index', { part: encodeContent(wholeOf(writing), 'assistant', scope) ?? {} })
      shelf.leave(item)
    },
  }
}
