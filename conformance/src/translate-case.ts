import type { Json, Notice } from '@interlingua/core'
import { answerTranslation, replyOf, requestTranslation, translateStreamText } from '@interlingua/testkit'
import type { Recording, Pair, Translated } from '@interlingua/testkit'
import { requestDocument } from './request-document.ts'

export interface CaseTranslation {
  readonly what: 'request' | 'answer' | 'stream'
  readonly notices: readonly Notice[]
  /** Reason for a refusal. Absent: the document was translated. */
  readonly refused?: string
  readonly output?: Json
}

/** Translates every document of an exchange into another format, except error documents, which are failures, not losses. */
export function translateCase(recording: Recording, pair: Pair): readonly CaseTranslation[] {
  const done: CaseTranslation[] = []
  const document = requestDocument(recording, pair.source.format)
  if (document !== undefined) done.push(shown('request', requestTranslation(pair, recording.requestHeaders)(document)))
  const reply = replyOf(recording)
  if (reply !== undefined && reply.status < 400) done.push(shown('answer', answerTranslation(pair)(reply.body)))
  if (recording.stream !== undefined) {
    const { text, notices } = translateStreamText(pair, [recording.stream])
    done.push({ what: 'stream', notices, output: text })
  }
  return done
}

function shown(what: 'request' | 'answer', translated: Translated): CaseTranslation {
  if (translated.type === 'refused') return { what, notices: [], refused: `${translated.path || '/'}: ${translated.message}` }
  return { what, notices: translated.notices, output: translated.output }
}
