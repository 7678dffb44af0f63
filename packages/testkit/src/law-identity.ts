import type { GenerateAdapter, Notice } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { diff } from './diff.ts'
import { messageOf, replyOf } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import { contextFor } from './law-settings.ts'
import type { LawSettings } from './law-settings.ts'
import type { Violation } from './violation.ts'

type Say = (path: Violation['path'], message: string) => void

/** Same-format identity: decode and encode give any document back, without a notice. Requests, answers, error documents and counts. */
export function lawIdentity(adapter: GenerateAdapter, exchange: Exchange, settings: LawSettings = {}): readonly Violation[] {
  return [
    ...attempt('identity of the request', (say) => requestIdentity(adapter, exchange, settings, say)),
    ...attempt('identity of the answer', (say) => replyIdentity(adapter, exchange, settings, say)),
  ]
}

function requestIdentity(adapter: GenerateAdapter, exchange: Exchange, settings: LawSettings, say: Say): void {
  const message = messageOf(exchange)
  if (message === undefined) return
  const { context, notices } = contextFor(exchange, settings)
  if (exchange.format === 'count_tokens') {
    if (adapter.count === undefined) return
    const decoded = adapter.count.decodeCountRequest(adapter.count.parseCountRequest(message, context), context)
    compare(message.body, adapter.count.encodeCountRequest(decoded, context).body, say)
  } else {
    const parsed = adapter.parseRequest(message, context)
    if (parsed.body !== message.body) say('', 'parse returned a copy of the body')
    const encoded = adapter.encodeRequest(adapter.decodeRequest(parsed, context), context)
    compare(message.body, encoded.body, say)
    for (const [name, value] of Object.entries(message.headers)) {
      if (encoded.headers[name] !== value) say('', `header ${name} is ${encoded.headers[name]}`)
    }
  }
  silent(notices, say)
}

function replyIdentity(adapter: GenerateAdapter, exchange: Exchange, settings: LawSettings, say: Say): void {
  const reply = replyOf(exchange)
  if (reply === undefined) return
  const { context, notices } = contextFor(exchange, settings)
  if (reply.status >= 400) {
    const encoded = adapter.encodeFailure(adapter.decodeFailure(adapter.parseFailure(reply), context), context)
    compare(reply.body, encoded.body, say)
    if (encoded.status !== reply.status) say('', `status ${reply.status} became ${encoded.status}`)
  } else if (exchange.format === 'count_tokens') {
    if (adapter.count === undefined) return
    const count = adapter.count.decodeCountResponse(adapter.count.parseCountResponse(reply), context)
    compare(reply.body, adapter.count.encodeCountResponse(count, context).body, say)
  } else {
    const decoded = adapter.decodeResponse(adapter.parseResponse(reply, context), context)
    compare(reply.body, adapter.encodeResponse(decoded, context).body, say)
  }
  silent(notices, say)
}

function compare(source: unknown, result: unknown, say: Say): void {
  for (const path of diff(source, result)) say(path, 'differs after decode and encode')
}

function silent(notices: readonly Notice[], say: Say): void {
  for (const { code, path } of notices) say(path, `notice ${code} within one format`)
}
