import { isJsonObject, mergeUsage } from '@interlingua/core'
import { createOnce, mergeExtensions } from '@interlingua/core/adapter'
import type { EncodeState, Context, Extensions, Failure, Frame, Item, JsonObject, Machine, StreamEvent, Usage } from '@interlingua/core'
import { createCandidateWriter } from './candidate-writer.ts'
import type { CandidateWriter } from './candidate-writer.ts'
import { encodeFailure } from './encode-failure.ts'
import { encodeAnswerUsage, encodeHead } from './encode-response.ts'
import { addRest, hintOf, restOf } from './extension.ts'
import type { JsonDraft } from './extension.ts'
import { answerFates } from './fates.ts'
import { notice } from './notices.ts'
import { reportUsage } from './report-answer.ts'
import type { WireStreamFrame } from './wire/wire-response.ts'

type Out = Frame<WireStreamFrame>
const nothing: readonly Out[] = []
/** Clients reject a history in which a frame has no part. */
const noText = { parts: [{ text: '' }], role: 'model' } as const

/**
 * Encodes events as frames: text as it comes, calls and media whole, and a last frame with every reason, the data for the whole response,
 * and usage. No keep-alives, since clients break on anything but frames, and no frames after a failure.
 */
export function createStreamEncoder(context: Context, _asked?: EncodeState): Machine<StreamEvent, Out> {
  const once = createOnce(context)
  const candidates = new Map<number, CandidateWriter>()
  const held = { size: 0 }
  let head: JsonDraft | undefined
  let usage: Usage | undefined
  let tier: string | undefined
  let extensions: Extensions | undefined
  let usual: ReturnType<typeof usualFrame>
  let bare = false
  let ended = false

  const frame = (list: readonly JsonObject[]): JsonDraft => {
    head ??= encodeHead({}, { id: '', model: '' }, once)
    return { candidates: list, ...head }
  }

  const writerOf = (index: number): CandidateWriter => {
    let writer = candidates.get(index)
    if (writer === undefined) {
      const say = (part: JsonObject): Out => {
        const content = { parts: [part], role: 'model' }
        const list = [bare && index === 0 ? { content } : { content, index }]
        return { type: 'event', wire: usual ? usual(list) : frame(list) }
      }
      writer = createCandidateWriter({ index, context: once, held, say })
      candidates.set(index, writer)
    }
    return writer
  }

  const fail = (failure: Failure): readonly Out[] => {
    ended = true
    const said = [...candidates.values()].flatMap((writer) => writer.spill())
    const { body } = encodeFailure(failure, context)
    if (body.error !== undefined) return [...said, { type: 'event', wire: body }]
    const { raw: _, ...told } = failure
    return [...said, { type: 'event', wire: encodeFailure(told, context).body }]
  }

  /** Reports members of another format's item that are not in its parts. */
  const reportItem = (item: Item, index: number): void =>
    answerFates.response({ id: '', model: '', status: 'completed', candidates: [{ index, parts: [], items: [item] }] }, once)

  const limited = (out: readonly Out[]): readonly Out[] =>
    held.size > context.limits.bufferedBytes ? fail({ code: 'limit', message: 'the answer outgrew the buffer', retryable: false }) : out

  const finish = (event: Extract<StreamEvent, { type: 'response-end' }>): readonly Out[] => {
    if (event.status === 'failed') return fail({ code: 'server', message: 'the answer failed', retryable: true })
    ended = true
    answerFates.extensions(event.extensions, '', once)
    // Some clients loop for ever without a reason.
    if (candidates.size === 0) writerOf(0)
    const fallback = event.status === 'completed' ? 'STOP' : 'MAX_TOKENS'
    const block = candidates.size === 1 ? candidates.values().next().value?.block() : undefined
    const out: Out[] = [...candidates.values()].flatMap((writer) => writer.orphans())
    const list: JsonObject[] = []
    // Candidates in their order, since one without a number is known by its place.
    for (const [index, writer] of [...candidates].sort(([one], [other]) => one - other)) {
      const { content, ...about } = writer.last(fallback)
      const said: JsonDraft = { content: isJsonObject(content) ? { ...content, ...noText } : noText }
      addRest(said, about)
      if (!bare || index > 0) said.index = index
      list.push(said)
    }
    const last = frame(list)
    if (block) {
      delete last.candidates
      last.promptFeedback = block
    }
    if (usage) {
      answerFates.usage(usage, '/usage', once)
      reportUsage(usage, once)
    }
    const counts = encodeAnswerUsage({ ...(usage && { usage }), ...(tier !== undefined && { serviceTier: tier }) }, once)
    if (counts) last.usageMetadata = counts
    const whole = mergeExtensions(extensions, event.extensions)
    if (whole) addRest(last, restOf({ extensions: whole }))
    out.push({ type: 'event', wire: last })
    return out
  }

  return {
    push(event) {
      if (ended) return nothing
      switch (event.type) {
        case 'part-delta':
          return limited((candidates.get(event.candidate) ?? writerOf(event.candidate)).delta(event.part, event.delta))
        case 'part-start':
          if (event.item) reportItem(event.item, event.candidate)
          return limited(writerOf(event.candidate).start(event.part, event.value))
        case 'part-end':
          if (event.item) reportItem(event.item, event.candidate)
          return writerOf(event.candidate).end(event.part, event.extensions)
        case 'response-start': {
          answerFates.extensions(event.extensions, '', once)
          ;({ usage, serviceTier: tier, extensions } = event)
          const { absent } = hintOf(event)
          bare = Array.isArray(absent) && absent.includes('index')
          head = encodeHead({}, event, once)
          usual = usualFrame(head)
          return nothing
        }
        case 'candidate-end':
          writerOf(event.candidate).finish(event.finish, event.extensions)
          return nothing
        case 'usage':
          usage = mergeUsage(usage, event.usage)
          if (event.serviceTier !== undefined) tier = event.serviceTier
          return nothing
        case 'keep-alive':
          return nothing
        case 'failure':
          return fail(event.failure)
        case 'opaque':
          if (event.format === 'contents') return [{ type: 'event', wire: event.wire }]
          if (event.keys === undefined) once.onNotice(notice('stream-event', ''))
          else for (const key of event.keys) once.onNotice(notice('foreign-field', key))
          return nothing
        case 'response-end':
          return finish(event)
      }
    },
    end: () =>
      ended ? nothing : fail({ code: 'truncated-stream', message: 'the stream ended before the answer was complete', retryable: true }),
  }
}

/** Frame with the usual members of a head, so that nearly all frames have one shape of object. */
function usualFrame({
  modelVersion,
  responseId,
  createTime,
  ...more
}: JsonDraft): ((candidates: readonly JsonObject[]) => JsonObject) | undefined {
  for (const _ in more) return undefined
  if (modelVersion === undefined || responseId === undefined) return undefined
  return createTime === undefined
    ? (candidates) => ({ candidates, modelVersion, responseId })
    : (candidates) => ({ candidates, modelVersion, responseId, createTime })
}
