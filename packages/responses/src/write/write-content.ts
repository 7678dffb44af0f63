import type { Citation, Item, TokenLogprob } from '@interlingua/core'
import { fates } from '../answer-fates.ts'
import { answerCitation, silent } from '../answer-part.ts'
import { encodeAnnotation } from '../parts/citation.ts'
import { encodeContent } from '../parts/index.ts'
import { notice } from '../notices.ts'
import { encodeLogprobs } from '../parts/logprobs.ts'
import { encodeMessage } from '../parts/message.ts'
import { putAt } from './writer-context.ts'
import type { WriterContext } from './writer-context.ts'
import type { ItemRegistry } from './item-registry.ts'
import { wholeOf } from './open-part.ts'
import type { OpenPart } from './open-part.ts'

/** Writer of message content. */
export interface ContentWriter {
  begin(open: OpenPart, entry: Item | undefined): void
  say(openedPart: OpenPart, text: string): void
  cite(opened: OpenPart, citation: Citation): void
  weigh(opened: OpenPart, logprobs: readonly TokenLogprob[]): void
  complete(opened: OpenPart): void
}

export function createContentWriter(writer: WriterContext, registry: ItemRegistry): ContentWriter {
  const { own, scope, context } = writer

  const begin = (open: OpenPart, entry: Item | undefined): void => {
    const { start } = open
    const message = registry.message(start)
    if (message) registry.join(open, message)
    else registry.open(open, { ...encodeMessage([start], entry, 'assistant', scope, registry.next()) }, entry)
    putAt(writer, open, 'content_part.added', 'content_index', { part: encodeContent(start, 'assistant', scope) ?? {} })
  }

  const annotate = (openedPart: OpenPart, citation: Citation): void => {
    if (openedPart.item === undefined) begin(openedPart, undefined)
    const annotation = encodeAnnotation(citation, openedPart.text.length)
    const index = openedPart.citations.push(citation) - 1
    if (annotation) putAt(writer, openedPart, 'output_text.annotation.added', 'content_index', { annotation_index: index, annotation })
  }

  return {
    begin,
    say(opened, text) {
      if (text === '') return
      if (opened.item === undefined) begin(opened, undefined)
      opened.text += text
      if (opened.start.type === 'refusal') putAt(writer, opened, 'refusal.delta', 'content_index', { delta: text })
      else putAt(writer, opened, 'output_text.delta', 'content_index', { logprobs: [], delta: text })
    },
    cite(opened, citation) {
      if (!own) {
        const { at = '' } = opened.start
        if (!answerCitation(citation, at, context)) return
        fates.part({ type: 'text', text: '', citations: [citation], at }, context)
      }
      // A citation of the whole text waits until the text is complete, and later ones wait with it.
      if (own || (citation.span && opened.waiting.length === 0)) annotate(opened, citation)
      else opened.waiting.push(citation)
    },
    weigh(opened, logprobs) {
      opened.logprobs.push(...logprobs)
      putAt(writer, opened, 'output_text.delta', 'content_index', { delta: '', logprobs: encodeLogprobs(logprobs) })
    },
    complete(opened) {
      for (const citation of opened.waiting) annotate(opened, citation)
      const { item, start, text } = opened
      // The transcript is complete only now.
      if (opened.media) context.onNotice(notice(item === undefined ? 'answer-part' : 'transcript', start.at ?? ''))
      if (item === undefined) {
        if (!opened.media && (start.type === 'text' || start.type === 'refusal')) silent({ ...start, text: '' }, context)
        return
      }
      if (start.type === 'refusal') putAt(writer, opened, 'refusal.done', 'content_index', { refusal: text })
      else if (start.type === 'text')
        putAt(writer, opened, 'output_text.done', 'content_index', { text, logprobs: encodeLogprobs(opened.logprobs) })
      putAt(writer, opened, 'content_part.done', 'content_index', { part: encodeContent(wholeOf(opened), 'assistant', scope) ?? {} })
      registry.leave(item)
    },
  }
}
