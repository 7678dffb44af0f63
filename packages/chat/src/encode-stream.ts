import type { EncodeState, Context, Failure, Frame, Json, JsonObject, Machine, Pointer, StreamEvent, Usage } from '@interlingua/core'
import { isJsonObject, mergeUsage } from '@interlingua/core'
import { createOpenParts, putOwn } from '@interlingua/core/adapter'
import { createChoiceWriter } from './choice-writer.ts'
import type { ChoiceWriter } from './choice-writer.ts'
import { encodeFailure } from './encode-failure.ts'
import { format, hintOf, restOf } from './extension.ts'
import type { WireDraft } from './extension.ts'
import { flattenCall } from './flatten-call.ts'
import { asksForFunctions } from './legacy-calls.ts'
import { createStreamReporter } from './report-response.ts'
import { tierOf } from './tier-of.ts'
import { encodeUsage } from './usage.ts'
import type { WireStreamChunk } from './wire/response.ts'

type Out = Frame<WireStreamChunk>
const nothing: readonly Out[] = []
const alive: readonly Out[] = [{ type: 'comment' }]

/**
 * Encodes events as chunks: for each choice its role first, then deltas, then its finish reason; at the end the usage, if it was asked for,
 * and `[DONE]`. Nothing follows a failure. https://platform.openai.com/docs/api-reference/chat/streaming
 */
export function createStreamEncoder(context: Context, asked?: EncodeState): Machine<StreamEvent, Out> {
  const wantsUsage = asksForUsage(asked)
  const legacy = asksForFunctions(asked)
  const reporter = createStreamReporter(context)
  const choices = new Map<number, ChoiceWriter>()
  let id = ''
  let created: number | undefined
  let model = ''
  let tier: string | undefined
  /** Unknown keys of this format in the source's first chunk, printed once, on the first chunk. */
  let first: JsonObject | undefined
  let usage: Usage | undefined
  let begun = false
  let ended = false

  const begin = (): void => {
    if (begun) return
    begun = true
    if (id === '') id = context.newId('chatcmpl-')
    created ??= Math.floor(context.now() / 1000)
  }

  /** Places of the open parts. */
  const places = createOpenParts<Pointer>()

  const chunk = (list: readonly JsonObject[]): Out => {
    begin()
    const wire: WireDraft = { id, object: 'chat.completion.chunk', created: created ?? 0, model, choices: list }
    if (tier !== undefined) wire['service_tier'] = tier
    if (first) {
      for (const key in first) if (first[key] !== undefined) putOwn(wire, key, first[key])
      first = undefined
    }
    if (wantsUsage) wire['usage'] = null
    return { type: 'event', wire }
  }

  const say = (index: number, delta: JsonObject, finish: string | null, extra: JsonObject | undefined): Out => {
    const choice: WireDraft = { index, delta, finish_reason: finish }
    if (extra) for (const key in extra) if (extra[key] !== undefined) putOwn(choice, key, extra[key])
    return chunk([choice])
  }

  const writerOf = (index: number): ChoiceWriter => {
    let writer = choices.get(index)
    if (writer === undefined) {
      writer = createChoiceWriter({
        context,
        reporter,
        bufferedBytes: context.limits.bufferedBytes,
        legacy,
        say: (delta, finish, extra) => say(index, delta, finish, extra),
      })
      choices.set(index, writer)
    }
    return writer
  }

  const fail = (failure: Failure): readonly Out[] => {
    ended = true
    const { body } = encodeFailure(failure, context)
    return [{ type: 'event', wire: body }]
  }

  const finish = (event: Extract<StreamEvent, { type: 'response-end' }>): readonly Out[] => {
    if (event.status === 'failed') return fail({ code: 'server', message: 'the answer failed', retryable: true })
    const out: Out[] = []
    // Clients wait for a finish reason, and some loop for ever without one.
    if (choices.size === 0) writerOf(0)
    for (const writer of choices.values()) writer.close(event.status, out)
    reporter.extensions(event.extensions)
    const late = restOf(event)
    if (late) {
      first = late
      if (!wantsUsage || !usage) out.push(chunk([]))
    }
    if (usage) reporter.usage(usage)
    if (wantsUsage && usage) {
      const last = chunk([])
      if (last.type === 'event') out.push({ type: 'event', wire: { ...last.wire, usage: encodeUsage(usage) } })
    }
    out.push({ type: 'done' })
    ended = true
    return out
  }

  return {
    push(event) {
      if (ended) return nothing
      switch (event.type) {
        case 'part-delta':
          return writerOf(event.candidate).delta(event.part, event.delta) ?? overflow()
        case 'response-start':
          id = event.id
          model = event.model
          if (event.createdAt !== undefined) created = Math.floor(event.createdAt / 1000)
          tier = tierOf(event.serviceTier, event, '/service_tier', reporter.context)
          first = restOf(event)
          if (event.usage) usage = event.usage
          reporter.extensions(event.extensions)
          return nothing
        case 'part-start':
          if (event.item) reporter.item(event.item)
          if (event.value.at !== undefined) places.set(event.part, event.value.at)
          return writerOf(event.candidate).start(event.part, flattenCall(event.value, reporter.context))
        case 'part-end':
          if (event.item) reporter.item(event.item)
          reporter.extensions(event.extensions, places.get(event.part))
          places.delete(event.part)
          return writerOf(event.candidate).end(event.part, event.extensions)
        case 'candidate-end':
          return writerOf(event.candidate).finish(event.finish, event.extensions)
        case 'usage':
          usage = mergeUsage(usage, event.usage)
          if (event.serviceTier !== undefined && event.serviceTier !== tier)
            tier = tierOf(event.serviceTier, event.usage ?? {}, '/service_tier', reporter.context)
          return nothing
        case 'keep-alive':
          return alive
        case 'failure':
          return fail(event.failure)
        case 'opaque':
          if (event.format === format) return [{ type: 'event', wire: event.wire }]
          reporter.opaque(event.keys)
          return nothing
        case 'response-end':
          return finish(event)
      }
    },
    end() {
      return ended
        ? nothing
        : fail({ code: 'truncated-stream', message: 'the stream ended before the answer was complete', retryable: true })
    },
  }

  function overflow(): readonly Out[] {
    return fail({ code: 'limit', message: 'the answer outgrew the buffer', retryable: false })
  }
}

function asksForUsage(asked: EncodeState | undefined): boolean {
  const options: Json | undefined =
    asked?.request && (hintOf(asked.request)?.['streamOptions'] ?? restOf(asked.request)?.['stream_options'])
  return isJsonObject(options) && options['include_usage'] === true
}
