import { chat } from '@interlingua/chat/edge'
import { contents } from '@interlingua/contents/edge'
import { isInterlinguaError, isJsonObject, type Json, type Usage } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { messages } from '@interlingua/messages/edge'
import { responses } from '@interlingua/responses/edge'
import { createTestContext, lawEqualCost, type Recording, type SaidBuckets, type Violation } from '@interlingua/testkit'
import { answerOf } from './answer-of.ts'
import { crossAnswer, crossStream } from './cross.ts'
import type { FormatId } from './format-id.ts'
import { formats } from './formats.ts'

const edges: Readonly<Record<FormatId, FormatEdge>> = { messages, chat, responses, contents }

/** Buckets that each format has. */
export const saidBuckets: Readonly<Record<FormatId, SaidBuckets>> = {
  messages: { writes: true, lifetimes: true, toolUse: false },
  chat: { writes: true, lifetimes: false, toolUse: false },
  responses: { writes: true, lifetimes: true, toolUse: false },
  contents: { writes: false, lifetimes: false, toolUse: true },
}

/**
 * Violations of "equal cost" in a recorded exchange: its answer as a client of `target` gets it, as a document and, if it was streamed, as a stream.
 * Undefined if its upstream told no usage.
 */
export function equalCost(recording: Recording, source: FormatId, target: FormatId): readonly Violation[] | undefined {
  const answer = readable(recording, source)
  const upstream = answer === undefined ? undefined : usageOf(source, answer)
  if (upstream?.input.total === undefined || upstream.output.total === undefined) return undefined
  const bodies: readonly unknown[] = [
    crossAnswer(source, target, answer).body,
    ...(recording.stream === undefined ? [] : [formats[target].documentOf(crossStream(source, target, recording.stream))]),
  ]
  return bodies.flatMap((body) => lawEqualCost(upstream, usageOf(target, body) ?? nothing, saidBuckets[target]))
}

/** Violations in the record of a recorded exchange: bytes that pass must be billed as the same answer is that was translated. */
export function equalRecord(recording: Recording, format: FormatId): readonly Violation[] | undefined {
  const answer = readable(recording, format)
  const usage = answer === undefined ? undefined : usageOf(format, answer)
  if (usage === undefined || !isJsonObject(answer)) return undefined
  return lawEqualCost(usage, edges[format].upstream.usageOf(answer) ?? nothing, { writes: true, lifetimes: true, toolUse: true })
}

/** Answer of an exchange; undefined also for one that is no whole answer, which the gateway refuses. */
function readable(recording: Recording, format: FormatId): Json | undefined {
  try {
    return answerOf(recording, format)
  } catch (error) {
    if (isInterlinguaError(error)) return undefined
    throw error
  }
}

const nothing: Usage = { input: {}, output: {} }

function usageOf(format: FormatId, body: unknown): Usage | undefined {
  const { adapter } = formats[format]
  const { context } = createTestContext()
  return adapter.decodeResponse(adapter.parseResponse({ status: 200, headers: {}, body: body as Json }, context), context).usage // a document
}
