import type { Citation, Failure, Finish, JsonObject, Pointer, StreamEvent, TokenLogprob } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { mergeRest, putOwn } from '@interlingua/core/adapter'
import { createCallReader } from './call-reader.ts'
import { extensionsOf, format, isBlank } from './extension.ts'
import type { WireDraft } from './extension.ts'
import { decodeFinish } from './finish-reason.ts'
import { decodeLogprobs } from './logprobs.ts'
import { decodeAudioAnswer } from './parts/audio-answer.ts'
import { decodeImageAnswer } from './parts/image-answer.ts'
import { decodeAnnotation, encodeAnnotation } from './parts/citation.ts'
import { createReasoningReader } from './reasoning-reader.ts'
import type { ChoiceSetting, PartEmitter } from './stream-types.ts'

export interface ChoiceReader {
  /** Appends the events of one choice object of a chunk. A returned failure ends the stream. */
  read(choice: JsonObject, events: StreamEvent[]): Failure | undefined
  finished(): Finish | undefined
  /** Ends a choice whose reason was an empty text, once the stream ended well; a document has the same end. */
  endUnsaid(events: StreamEvent[]): void
  /** Returns the unknown keys of a choice that did not come to its end, as a choice of a chunk; `undefined` if there are none. */
  left(): JsonObject | undefined
}

const tooManyParts: Failure = { code: 'limit', message: 'the answer has too many parts', retryable: false }

export function createChoiceReader(setting: ChoiceSetting): ChoiceReader {
  const { index: candidate, counter } = setting
  const at: Pointer = `/choices/${candidate}/message`
  const open: number[] = []
  let text: number | undefined
  let refusal: number | undefined
  let audio: number | undefined
  let images = 0
  let finish: Finish | undefined
  /** True once an empty text came as the reason; some servers send it with each chunk, some as the only reason. */
  let unsaid = false
  /** Log probabilities that came before their text part. */
  let pendingLogprobs: TokenLogprob[] | undefined
  const pendingCitations: Citation[] = []
  let rest: WireDraft | undefined
  let blank: WireDraft | undefined
  let messageRest: WireDraft | undefined
  const lateRest = new Map<number, WireDraft>()

  const endPart = (part: number, events: StreamEvent[]): void => {
    const late = lateRest.get(part)
    events.push(
      late ? { type: 'part-end', candidate, part, extensions: { [format]: { rest: late } } } : { type: 'part-end', candidate, part },
    )
  }

  const emitter: PartEmitter = {
    whole(value, events) {
      const part = counter.parts++
      events.push({ type: 'part-start', candidate, part, value }, { type: 'part-end', candidate, part })
    },
    open(value, events) {
      const part = counter.parts++
      open.push(part)
      events.push({ type: 'part-start', candidate, part, value })
      return part
    },
    delta(part, delta, events) {
      events.push({ type: 'part-delta', candidate, part, delta })
    },
    late(part, more) {
      const held: WireDraft = { ...more }
      const before = lateRest.get(part)
      if (before) mergeRest(held, before)
      lateRest.set(part, held)
    },
    end(part, events) {
      open.splice(open.indexOf(part), 1)
      endPart(part, events)
    },
  }
  const reasoning = createReasoningReader(setting.vendor, at, emitter)
  // A server may continue its text after a call, and both pieces are one string; only reasoning ends when another part begins.
  const calls = createCallReader(setting, at, emitter, reasoning.end)

  const readText = (value: string, events: StreamEvent[]): void => {
    reasoning.end(events)
    text ??= emitter.open({ type: 'text', at: `${at}/content`, text: '' }, events)
    events.push({ type: 'part-delta', candidate, part: text, delta: { type: 'text', text: value } })
    if (pendingCitations.length === 0) return
    for (const citation of pendingCitations.splice(0)) emitter.delta(text, { type: 'citation', citation }, events)
  }

  const readContentList = (content: readonly JsonObject[string][], events: StreamEvent[]): void => {
    for (const item of content) {
      if (!isJsonObject(item)) continue
      if (item['type'] === 'text' && typeof item['text'] === 'string') {
        if (item['text'] === '') continue
        readText(item['text'], events)
      } else if (item['type'] === 'thinking') reasoning.readThinking(item, events)
      else keepInMessage('content', [item])
    }
  }

  const keepInMessage = (key: string, value: JsonObject[string]): void => {
    if (isBlank(value)) return
    const old = key === 'annotations' || key === 'content' ? messageRest?.[key] : undefined
    putOwn((messageRest ??= {}), key, Array.isArray(old) && Array.isArray(value) ? [...old, ...value] : value)
  }

  const readDelta = (delta: JsonObject, events: StreamEvent[]): void => {
    for (const key in delta) {
      const value = delta[key]
      if (value === undefined || value === null) continue
      switch (key) {
        case 'role':
          break
        case 'content':
          if (typeof value === 'string') {
            if (value === '') break
            readText(value, events)
          } else if (Array.isArray(value)) readContentList(value, events)
          break
        case 'refusal':
          if (typeof value !== 'string' || value === '') break
          reasoning.end(events)
          refusal ??= emitter.open({ type: 'refusal', at: `${at}/refusal`, text: '' }, events)
          emitter.delta(refusal, { type: 'text', text: value }, events)
          break
        case 'reasoning_details':
        case 'reasoning_content':
        case 'reasoning':
          reasoning.read(delta, key, value, events)
          break
        case 'tool_calls':
          if (Array.isArray(value)) for (const call of value) if (isJsonObject(call)) calls.read(call, events)
          break
        case 'function_call':
          if (isJsonObject(value)) calls.readLegacy(value, events)
          break
        case 'audio':
          if (isJsonObject(value)) readAudio(value, events)
          break
        case 'images':
          if (Array.isArray(value)) readImages(value, events)
          break
        case 'annotations':
          if (Array.isArray(value)) readAnnotations(value, events)
          break
        default:
          keepInMessage(key, value)
      }
    }
  }

  const readAudio = (value: JsonObject, events: StreamEvent[]): void => {
    if (audio === undefined) {
      const { data: _, transcript: __, ...head } = value
      const part = decodeAudioAnswer({ ...head, data: '' }, `${at}/audio`)
      audio = emitter.open(
        part ?? { type: 'media', at: `${at}/audio`, kind: 'audio', source: { type: 'inline', mime: 'audio/*', base64: '' } },
        events,
      )
    } else if (value['expires_at'] !== undefined) keepInMessage('audio', { expires_at: value['expires_at'] })
    if (typeof value['data'] === 'string' && value['data'] !== '') emitter.delta(audio, { type: 'media', base64: value['data'] }, events)
    if (typeof value['transcript'] === 'string' && value['transcript'] !== '')
      emitter.delta(audio, { type: 'transcript', text: value['transcript'] }, events)
  }

  const readImages = (list: readonly JsonObject[string][], events: StreamEvent[]): void => {
    for (const entry of list) {
      const image = entry === undefined ? undefined : decodeImageAnswer(entry, `${at}/images/${images}`)
      if (image === undefined) keepInMessage('images', [entry ?? null])
      else {
        emitter.open(image, events)
        images++
      }
    }
  }

  const readAnnotations = (list: readonly JsonObject[string][], events: StreamEvent[]): void => {
    for (let i = 0; i < list.length; i++) {
      const citation = decodeAnnotation(list[i] ?? null, `${at}/annotations/${i}`)
      if (citation === undefined) keepInMessage('annotations', [list[i] ?? null])
      else if (text !== undefined) emitter.delta(text, { type: 'citation', citation }, events)
      else pendingCitations.push(citation)
    }
  }

  const readLogprobs = (wire: JsonObject, events: StreamEvent[]): void => {
    for (const key in wire) {
      const value = wire[key]
      if (value === undefined || value === null) continue
      const tokens = key === 'content' ? decodeLogprobs(value) : undefined
      if (tokens && text !== undefined) {
        const logprobs = pendingLogprobs ? [...pendingLogprobs, ...tokens] : tokens
        pendingLogprobs = undefined
        if (logprobs.length > 0) emitter.delta(text, { type: 'logprobs', logprobs }, events)
      } else if (tokens) (pendingLogprobs ??= []).push(...tokens)
      else {
        const held = isJsonObject(rest?.['logprobs']) ? rest['logprobs'] : {}
        const old = held[key]
        ;(rest ??= {})['logprobs'] = { ...held, [key]: Array.isArray(old) && Array.isArray(value) ? [...old, ...value] : value }
      }
    }
  }

  const close = (word: string, events: StreamEvent[]): void => {
    calls.finish(events)
    if (pendingCitations.length > 0)
      keepInMessage(
        'annotations',
        pendingCitations.map((citation) => encodeAnnotation(citation, 0, 0) ?? null),
      )
    finish = decodeFinish(word, { calls: calls.count() > 0, refusal: refusal !== undefined }, `/choices/${candidate}`)
    for (const part of open) endPart(part, events)
    if (messageRest) (rest ??= {})['message'] = messageRest
    const extensions = extensionsOf({ rest, empty: blank, hint: undefined })
    events.push(extensions ? { type: 'candidate-end', candidate, finish, extensions } : { type: 'candidate-end', candidate, finish })
  }

  return {
    read(choice, events) {
      if (finish) return undefined
      let word: string | undefined
      for (const key in choice) {
        const value = choice[key]
        if (value === undefined || value === null) continue
        switch (key) {
          case 'index':
            break
          case 'delta':
            if (isJsonObject(value)) readDelta(value, events)
            break
          case 'message':
            // A server that streams whole messages beside its deltas repeats itself.
            if (choice['delta'] === undefined && isJsonObject(value)) readDelta(value, events)
            break
          case 'finish_reason':
            if (typeof value === 'string' && value !== '') word = value
            unsaid ||= value === ''
            break
          case 'logprobs':
            if (isJsonObject(value)) readLogprobs(value, events)
            break
          default:
            putOwn(isBlank(value) ? (blank ??= {}) : (rest ??= {}), key, value)
        }
      }
      if (counter.parts > counter.limit) return tooManyParts
      const failure = calls.failure()
      if (failure) return failure
      if (word !== undefined) close(word, events)
      return undefined
    },
    finished: () => finish,
    endUnsaid(events) {
      if (!finish && unsaid) close('', events)
    },
    left: () =>
      finish !== undefined || (rest ?? messageRest) === undefined ? undefined : { index: candidate, delta: messageRest ?? {}, ...rest },
  }
}
