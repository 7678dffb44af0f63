import type { GenerateAdapter, Notice } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { diff } from './diff.ts'
import { messageOf, replyOf } from './recording.ts'
import type { Recording } from './recording.ts'
import { contextFor } from './law-settings.ts'
import type { LawSettings } from './law-settings.ts'
import type { Violation } from './violation.ts'

type Say = (path: Violation['path'], message: string) => void
type Requests = Pick<GenerateAdapter, 'parseRequest' | 'decodeRequest' | 'encodeRequest' | 'count'>
type Answers = Pick<GenerateAdapter, 'parseResponse' | 'decodeResponse' | 'encodeResponse' | 'count'>
type Failures = Pick<GenerateAdapter, 'parseFailure' | 'decodeFailure' | 'encodeFailure'>

/**
 * Law "identity": decoding and encoding in the same format returns every document without a notice. For requests, responses, error
 * documents and counts.
 */
export function lawIdentity(adapter: GenerateAdapter, recording: Recording, settings: LawSettings = {}): readonly Violation[] {
  const answer = recording.status >= 400 ? lawFailureIdentity : lawAnswerIdentity
  return [...lawRequestIdentity(adapter, recording, settings), ...answer(adapter, recording, settings)]
}

export function lawRequestIdentity(adapter: Requests, recording: Recording, settings: LawSettings = {}): readonly Violation[] {
  return attempt('identity of the request', (say) => requestIdentity(adapter, recording, settings, say))
}

export function lawAnswerIdentity(adapter: Answers, recording: Recording, settings: LawSettings = {}): readonly Violation[] {
  return attempt('identity of the answer', (say) => answerIdentity(adapter, recording, settings, say))
}

export function lawFailureIdentity(adapter: Failures, recording: Recording, settings: LawSettings = {}): readonly Violation[] {
  return attempt('identity of the answer', (say) => failureIdentity(adapter, recording, settings, say))
}

function requestIdentity(adapter: Requests, recording: Recording, settings: LawSettings, say: Say): void {
  const message = messageOf(recording)
  if (message === undefined) return
  const { context, notices } = contextFor(recording, settings)
  if (recording.format === 'count_tokens') {
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

function failureIdentity(adapter: Failures, recording: Recording, settings: LawSettings, say: Say): void {
  const reply = replyOf(recording)
  if (reply === undefined) return
  const { context, notices } = contextFor(recording, settings)
  const encoded = adapter.encodeFailure(adapter.decodeFailure(adapter.parseFailure(reply), context), context)
  compare(reply.body, encoded.body, say)
  if (encoded.status !== reply.status) say('', `status ${reply.status} became ${encoded.status}`)
  silent(notices, say)
}

function answerIdentity(adapter: Answers, recording: Recording, settings: LawSettings, say: Say): void {
  const reply = replyOf(recording)
  if (reply === undefined) return
  const { context, notices } = contextFor(recording, settings)
  if (recording.format === 'count_tokens') {
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
