import { isJsonObject } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import { answerTranslation, lawTranslatedStream } from '@interlingua/testkit'
import type { Recording, Translated, Violation } from '@interlingua/testkit'
import { answerOf } from './answer-of.ts'
import type { FormatId } from './format-id.ts'
import { formatIds, formats } from './formats.ts'
import { pairOf } from './pair-of.ts'

/** Law: the translated stream of an exchange stands for its translated document. */
export function translatedStream(recording: Recording, format: FormatId, other: FormatId, text: string): readonly Violation[] {
  const pair = pairOf(format, other)
  const target = formats[other]
  const around = framed.has(format) ? formatIds.map((each) => `${each}/foreign-field` as const) : []
  const answer = answerOf(recording, format)
  const expected: Translated | undefined = answer === undefined ? undefined : answerTranslation(pair)(answer)
  if (expected?.type === 'refused') return [{ law: 'translated stream', path: '', message: `the answer is refused: ${expected.message}` }]
  return lawTranslatedStream(pair, text, expected === undefined ? undefined : withoutEmptyContent(expected), target.asked, {
    ...target,
    ignored: new Set(['id', 'responseId', 'created', 'created_at', 'createTime']),
    // An unknown event is opaque in messages; members around a known event are in no document.
    streamOnly: new Set([...formatIds.map((each) => `${each}/stream-event`), ...around, 'messages/opaque']),
  })
}

/** Formats whose events have names, and members of their own around the content. */
const framed: ReadonlySet<FormatId> = new Set(['messages', 'responses'])

/** A stream of chat begins with an empty content, which may or may not have been meant. */
function withoutEmptyContent({ output, notices }: Extract<Translated, { type: 'done' }>): Extract<Translated, { type: 'done' }> {
  if (!isJsonObject(output) || !Array.isArray(output['choices'])) return { type: 'done', output, notices }
  const choices = (output['choices'] as readonly Json[]).map((choice) =>
    isJsonObject(choice) && isJsonObject(choice['message']) && choice['message']['content'] === ''
      ? { ...choice, message: { ...choice['message'], content: null } }
      : choice,
  )
  return { type: 'done', output: { ...output, choices }, notices }
}
