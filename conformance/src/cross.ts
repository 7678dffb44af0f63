import type { Json, JsonObject, Notice, Policy } from '@interlingua/core'
import { defaultPolicy } from '@interlingua/core'
import { answerTranslation, requestTranslation, translateStreamText } from '@interlingua/testkit'
import type { Pair } from '@interlingua/testkit'
import { formats } from './formats.ts'
import type { FormatId } from './format-id.ts'
import { pairOf } from './pair-of.ts'

export interface Crossed {
  readonly body: JsonObject
  readonly notices: readonly Notice[]
  /** Codes and places of the notices, for comparison. */
  readonly reported: readonly string[]
}

export interface CrossSettings {
  readonly policy?: Partial<Policy>
  readonly sourceContext?: NonNullable<Pair['sourceContext']>
  readonly targetContext?: NonNullable<Pair['targetContext']>
  readonly state?: NonNullable<Pair['state']>
}

/** Request of a client of `source` as an upstream of `target` gets it. */
export function crossRequest(source: FormatId, target: FormatId, body: unknown, settings: CrossSettings = {}): Crossed {
  return crossed(requestTranslation(pairWith(source, target, settings), formats[source].headers)(body))
}

/** Response of an upstream of `source` as a client of `target` gets it. */
export function crossAnswer(source: FormatId, target: FormatId, body: unknown, settings: CrossSettings = {}): Crossed {
  return crossed(answerTranslation(pairWith(source, target, settings))(body))
}

/** Stream of an upstream of `source` as a client of `target` gets it. */
export function crossStream(source: FormatId, target: FormatId, text: string, settings: CrossSettings = {}): string {
  return translateStreamText(pairWith(source, target, settings), [text]).text
}

/** Text of a Messages stream with these events. */
export function messagesText(events: readonly (JsonObject & { readonly type: string })[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}

/** Text of a Chat stream with these deltas of choice 0; a string is a finish reason, an object with `usage` a usage chunk. */
export function chatText(steps: readonly (JsonObject | string)[], end = 'data: [DONE]\n\n'): string {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_767_225_600, model: 'demo' }
  const chunks = steps.map((step): Json => {
    if (typeof step === 'string') return { ...head, choices: [{ index: 0, delta: {}, finish_reason: step }] }
    if ('usage' in step) return { ...head, choices: [], ...step }
    return { ...head, choices: [{ index: 0, delta: step, finish_reason: null }] }
  })
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('') + end
}

function pairWith(source: FormatId, target: FormatId, { policy, ...settings }: CrossSettings): Pair {
  const policies = policy && { policy: { ...defaultPolicy, ...policy } }
  return {
    ...pairOf(source, target),
    ...settings,
    sourceContext: { ...policies, ...settings.sourceContext },
    targetContext: { ...policies, ...settings.targetContext },
  }
}

function crossed(done: ReturnType<ReturnType<typeof requestTranslation>>): Crossed {
  if (done.type === 'refused') throw new Error(`refused at ${done.path}: ${done.message}`)
  return { body: done.output as JsonObject, notices: done.notices, reported: done.notices.map(({ code, path }) => `${code} ${path}`) } // a body is an object
}
