import type { Json, Notice } from '@interlingua/core'
import { answerTranslation, replyOf, requestTranslation, translateStreamText } from '@interlingua/testkit'
import type { Exchange, Pair, Translated } from '@interlingua/testkit'
import type { FormatId } from './format-id.ts'
import { requestDocument } from './request-document.ts'

export interface CaseTranslation {
  readonly what: 'request' | 'answer' | 'stream'
  readonly notices: readonly Notice[]
  /** Why nothing came out. */
  readonly refused?: string
  readonly output?: Json
}

/** Every document of an exchange translated into another format, error documents aside: those are failures, not losses. */
export function translateCase(exchange: Exchange, pair: Pair): readonly CaseTranslation[] {
  const done: CaseTranslation[] = []
  const document = requestDocument(exchange, pair.source.format as FormatId) // the suite's adapters have the ids of its formats
  if (document !== undefined) done.push(shown('request', requestTranslation(pair, exchange.requestHeaders)(document)))
  const reply = replyOf(exchange)
  if (reply !== undefined && reply.status < 400) done.push(shown('answer', answerTranslation(pair)(reply.body)))
  if (exchange.stream !== undefined) {
    const { text, notices } = translateStreamText(pair, [exchange.stream])
    done.push({ what: 'stream', notices, output: text })
  }
  return done
}

function shown(what: 'request' | 'answer', translated: Translated): CaseTranslation {
  if (translated.type === 'refused') return { what, notices: [], refused: `${translated.path || '/'}: ${translated.message}` }
  return { what, notices: translated.notices, output: translated.output }
}
