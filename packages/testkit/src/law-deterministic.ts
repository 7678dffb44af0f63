import type { Context, GenerateAdapter, Json, Notice } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { deepFreeze } from './deep-freeze.ts'
import { diff } from './diff.ts'
import { messageOf, replyOf } from './recording.ts'
import type { Recording } from './recording.ts'
import { contextFor } from './law-settings.ts'
import type { LawSettings } from './law-settings.ts'
import { readStream, writeStream } from './run-machine.ts'
import type { Violation } from './violation.ts'

type Requests = Pick<GenerateAdapter, 'parseRequest' | 'decodeRequest' | 'encodeRequest'> & Partial<Pick<GenerateAdapter, 'lowerRequest'>>
type Answers = Pick<GenerateAdapter, 'parseResponse' | 'decodeResponse' | 'encodeResponse'>
type Failures = Pick<GenerateAdapter, 'parseFailure' | 'decodeFailure' | 'encodeFailure'>
type Streams = Pick<GenerateAdapter, 'createStreamParser' | 'createStreamDecoder' | 'createStreamEncoder' | 'createStreamSerializer'>

/**
 * Law "deterministic": the same frozen input in an equal context gives the same output and the same notices, without a change to the input.
 */
export function lawDeterministic(adapter: GenerateAdapter, recording: Recording, settings: LawSettings = {}): readonly Violation[] {
  const answer = recording.status >= 400 ? lawFailureDeterministic : lawAnswerDeterministic
  return [
    ...lawRequestDeterministic(adapter, recording, settings),
    ...answer(adapter, recording, settings),
    ...lawStreamDeterministic(adapter, recording, settings),
  ]
}

export function lawRequestDeterministic(adapter: Requests, recording: Recording, settings: LawSettings = {}): readonly Violation[] {
  return twice(recording, settings, (frozen, context) => {
    const message = messageOf(frozen)
    if (message === undefined || frozen.format === 'count_tokens') return []
    const request = deepFreeze(adapter.decodeRequest(adapter.parseRequest(message, context), context))
    const lowered = deepFreeze(adapter.lowerRequest?.(request, context).request ?? request)
    return [request, lowered, deepFreeze(adapter.encodeRequest(lowered, context))]
  })
}

export function lawAnswerDeterministic(adapter: Answers, recording: Recording, settings: LawSettings = {}): readonly Violation[] {
  return twice(recording, settings, (frozen, context) => {
    const reply = replyOf(frozen)
    if (reply === undefined || frozen.format === 'count_tokens') return []
    const response = deepFreeze(adapter.decodeResponse(adapter.parseResponse(reply, context), context))
    return [response, adapter.encodeResponse(response, context)]
  })
}

export function lawFailureDeterministic(adapter: Failures, recording: Recording, settings: LawSettings = {}): readonly Violation[] {
  return twice(recording, settings, (frozen, context) => {
    const reply = replyOf(frozen)
    if (reply === undefined || frozen.format === 'count_tokens') return []
    const failure = deepFreeze(adapter.decodeFailure(adapter.parseFailure(reply), context))
    return [failure, adapter.encodeFailure(failure, context)]
  })
}

export function lawStreamDeterministic(adapter: Streams, recording: Recording, settings: LawSettings = {}): readonly Violation[] {
  return twice(recording, settings, ({ stream }, context) => {
    if (stream === undefined) return []
    const events = deepFreeze(readStream(adapter, [stream], context))
    return [events, writeStream(adapter, events, context)]
  })
}

function twice(
  recording: Recording,
  settings: LawSettings,
  outputsOf: (frozen: Recording, context: Context) => readonly unknown[],
): readonly Violation[] {
  return attempt('deterministic', (say) => {
    const frozen = deepFreeze(structuredClone(recording))
    const runs = [0, 1].map(() => {
      const { context, notices } = contextFor(recording, settings)
      // Canonical and wire values are JSON.
      return { output: outputsOf(frozen, context) as Json, notices: notices as readonly Notice[] }
    })
    for (const path of diff(runs[0], runs[1])) say(path, 'differs between two runs')
  })
}
