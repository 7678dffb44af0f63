import { isJsonObject } from '@interlingua/core'
import type {
  Context,
  DecodeState,
  Failure,
  Finish,
  Frame,
  Json,
  JsonObject,
  Machine,
  Part,
  StreamEvent,
  ToolCallPart,
} from '@interlingua/core'
import { hasKeys, statusFromFinishes } from '@interlingua/core/adapter'
import { decodeFinish } from './answers.ts'
import { decodeAnnotations } from './citations.ts'
import { decodeContent } from './contents.ts'
import { decodeError, failureOf } from './errors.ts'
import { decodeHead, type AnswerHead } from './head.ts'
import { isWrapped, restoreCall, unwrapInput } from './restore-call.ts'
import { bypassWord, decodeSeal, sealThought } from './seals.ts'
import { decodeStep, decodeThought } from './steps.ts'
import { decodeUsage } from './usage.ts'
import { format, hintOf, keep, nothing, withHint, type WireEvent } from './wire.ts'

/** A step that has begun and not ended. */
interface OpenStep {
  readonly type: string
  /** The step as it began; of a step that is read when it is whole, with what came since. */
  wire: JsonObject
  /** Number of the part that is open. */
  part: number | undefined
  /** Text of the part that is open, which places of its annotations are counted in. */
  text: string[]
  annotations: JsonObject[]
  /** Type of the content that came last. */
  last: string | undefined
  /** Arguments of a call whose raw text stands in one member; they wait until they are whole. */
  waiting: string[] | undefined
  /** Arguments came. */
  told: boolean
}

/** Reads the events of one stream. An answer ends with `interaction.completed`, and an error or an end before it is a failure. */
export function createStreamDecoder(context: Context, sent?: DecodeState): Machine<Frame<WireEvent>, StreamEvent> {
  const { limits } = context
  const steps = new Map<number, OpenStep>()
  let events: StreamEvent[] = []
  let head: AnswerHead | undefined
  let parts = 0
  let held = 0
  let calls = false
  /** The step that ended last was of text and media. */
  let spoken = false
  /** The thought before the next call asks for no signature. */
  let bypassed = false
  let finish: Finish | undefined
  let over = false
  const kept: Record<string, Json> = {}

  const fail = (failure: Failure): void => {
    if (over) return
    over = true
    events.push({ type: 'failure', failure }, { type: 'response-end', status: 'failed' })
  }
  const begin = (wire: JsonObject): void => {
    if (head !== undefined) return
    head = decodeHead(wire)
    const { status: _, ...start } = head
    events.push({ type: 'response-start', ...start })
  }
  const start = (value: Part): number | undefined => {
    begin({})
    if (parts >= limits.parts) {
      fail({ code: 'limit', message: 'the answer has too many parts', retryable: false })
      return undefined
    }
    const part = parts++
    if (value.type === 'tool-call') calls = true
    events.push({ type: 'part-start', candidate: 0, part, value })
    return part
  }
  const whole = (value: Part): void => {
    const part = start(value)
    if (part !== undefined) events.push({ type: 'part-end', candidate: 0, part })
  }
  const hold = (text: string): void => {
    held += text.length
    if (held > limits.bufferedBytes) fail({ code: 'limit', message: 'a step of the answer is too long to be kept', retryable: false })
  }
  /** Ends the text that is open, with the sources that it names. */
  const closeText = (step: OpenStep): void => {
    const { part } = step
    if (part === undefined) return
    const text = step.text.join('')
    if (step.annotations.length > 0) {
      const { citations, left } = decodeAnnotations(step.annotations, text, '')
      for (const { at: _, ...citation } of citations)
        events.push({ type: 'part-delta', candidate: 0, part, delta: { type: 'citation', citation } })
      const extensions = left ? { [format]: { rest: { annotations: left } } } : undefined
      events.push({ type: 'part-end', candidate: 0, part, ...(extensions && { extensions }) })
    } else events.push({ type: 'part-end', candidate: 0, part })
    held -= text.length
    step.part = undefined
    step.text = []
    step.annotations = []
  }
  /** A content as it begins: one that follows a text in its step, or a step of the same kind. */
  const marked = (step: OpenStep, value: Part): Part => {
    const first = step.last === undefined
    if (first && spoken) return { ...value, extensions: withHint(value, { apart: true }) }
    return !first && step.last === 'text' && value.type === 'text' ? { ...value, extensions: withHint(value, { joined: true }) } : value
  }
  const open = (index: number, wire: JsonObject): void => {
    close(index)
    if (steps.size >= limits.parts) {
      fail({ code: 'limit', message: 'too many steps are open at once', retryable: false })
      return
    }
    const step: OpenStep = {
      type: String(wire['type']),
      wire,
      part: undefined,
      text: [],
      annotations: [],
      last: undefined,
      waiting: undefined,
      told: false,
    }
    steps.set(index, step)
    if (step.type === 'thought') openThought(step)
    else if (step.type === 'function_call') openCall(step)
    else if (step.type === 'model_output') {
      const { content } = wire
      for (const entry of Array.isArray(content) ? content.filter(isJsonObject) : []) say(step, entry)
    } else hold(JSON.stringify(wire))
  }
  const openThought = (step: OpenStep): void => {
    const value = decodeThought(step.wire, '', head?.model ?? '')
    const { at: _, ...bare } = value
    // An empty thought may turn out to be a word for the call behind it.
    if (value.segments.length > 0 || value.seal || value.extensions?.[format]?.rest) step.part = start(bare)
  }
  const openCall = (step: OpenStep): void => {
    const { arguments: _, ...shell } = step.wire
    const [made] = decodeStep(shell, '', head?.model ?? '').parts
    if (made?.type !== 'tool-call') return
    const { at: __, ...value } = made
    const bare: ToolCallPart = bypassed ? { ...value, extensions: withHint(value, { bypass: true }) } : value
    if (isWrapped(value.name, sent)) step.waiting = []
    step.part = start(restoreCall({ ...bare, arguments: '' }, sent))
    bypassed = false
  }
  const say = (step: OpenStep, wire: JsonObject): void => {
    const { type, text, annotations } = wire
    if (type === 'text' && typeof text === 'string') {
      const { text: _, annotations: __, ...others } = wire
      if (step.part === undefined) openText(step, others)
      if (step.part === undefined) return
      if (text !== '') events.push({ type: 'part-delta', candidate: 0, part: step.part, delta: { type: 'text', text } })
      step.text.push(text)
      hold(text)
      if (Array.isArray(annotations)) step.annotations.push(...annotations.filter(isJsonObject))
      return
    }
    closeText(step)
    const { at: _, ...value } = decodeContent(wire, '')
    whole(marked(step, value as Part)) // a part without its place
    step.last = String(type)
  }
  const openText = (step: OpenStep, others: JsonObject): void => {
    closeText(step)
    const { type: _, ...own } = others
    step.part = start(marked(step, keep<Part>({ type: 'text', text: '' }, own, nothing)))
    step.last = 'text'
  }
  const change = (step: OpenStep, delta: JsonObject): boolean => {
    const { type } = delta
    switch (step.type) {
      case 'model_output':
        if (type === 'text_annotation_delta' || type === 'text_annotation') {
          const { annotations } = delta
          if (!Array.isArray(annotations)) return false
          if (step.part === undefined) openText(step, {})
          step.annotations.push(...annotations.filter(isJsonObject))
          hold(JSON.stringify(annotations))
          return true
        }
        say(step, delta)
        return true
      case 'thought':
        return think(step, delta)
      case 'function_call': {
        const { arguments: text } = delta
        if (type !== 'arguments_delta' || step.part === undefined) return false
        if (typeof text === 'string') argue(step, text)
        return true
      }
      default:
        if (type !== step.type && type !== `${step.type}_delta`) return false
        hold(JSON.stringify(delta))
        step.wire = { ...step.wire, ...delta, type: step.type }
        return true
    }
  }
  const argue = (step: OpenStep, text: string): void => {
    step.told = true
    if (step.waiting) {
      step.waiting.push(text)
      hold(text)
    } else if (text !== '' && step.part !== undefined)
      events.push({ type: 'part-delta', candidate: 0, part: step.part, delta: { type: 'arguments', text } })
  }
  const think = (step: OpenStep, { type, content, signature, summary }: JsonObject): boolean => {
    if (type === 'thought_signature' && typeof signature === 'string') {
      if (signature === bypassWord && step.part === undefined) {
        step.wire = { ...step.wire, signature }
        return true
      }
      const seal = decodeSeal(signature, head?.model ?? '')
      if (seal === undefined) return true
      if (step.part === undefined) {
        step.part = start(sealThought({ type: 'reasoning', segments: [] }, seal))
        return true
      }
      events.push({ type: 'part-delta', candidate: 0, part: step.part, delta: { type: 'seal', seal } })
      return true
    }
    if (type !== 'thought_summary') return false
    const said = content ?? summary ?? null
    if (!isJsonObject(said)) return true
    const { text } = said
    if (said['type'] !== 'text' || typeof text !== 'string') return false
    step.part ??= start({ type: 'reasoning', segments: [] })
    if (text !== '' && step.part !== undefined)
      events.push({ type: 'part-delta', candidate: 0, part: step.part, delta: { type: 'reasoning', segment: 0, kind: 'summary', text } })
    return true
  }
  const close = (index: number): void => {
    const step = steps.get(index)
    if (step === undefined || over) return
    steps.delete(index)
    spoken = step.type === 'model_output' && (step.last !== undefined || step.part !== undefined)
    if (step.type === 'model_output') {
      if (step.last === undefined && step.part === undefined) whole({ type: 'opaque', format, wire: step.wire })
      closeText(step)
    } else if (step.type === 'thought') closeThought(step)
    else if (step.type === 'function_call' && step.part !== undefined) closeCall(step, step.part)
    else {
      const { parts: made } = decodeStep(step.wire, '', head?.model ?? '')
      for (const { at: _, ...value } of made) whole(value as Part) // a part without its place
      held -= JSON.stringify(step.wire).length
    }
  }
  const closeThought = (step: OpenStep): void => {
    if (step.part !== undefined) {
      events.push({ type: 'part-end', candidate: 0, part: step.part })
      return
    }
    if (step.wire['signature'] === bypassWord) bypassed = true
    else {
      const { at: _, ...value } = decodeThought(step.wire, '', head?.model ?? '')
      whole(value)
    }
  }
  const closeCall = (step: OpenStep, part: number): void => {
    const { arguments: given } = step.wire
    if (!step.told && isJsonObject(given) && hasKeys(given)) argue(step, JSON.stringify(given))
    if (step.waiting) {
      const text = unwrapInput(step.waiting.join(''))
      if (text !== '') events.push({ type: 'part-delta', candidate: 0, part, delta: { type: 'arguments', text } })
    }
    events.push({ type: 'part-end', candidate: 0, part })
  }
  const count = (usage: Json | undefined): void => {
    if (isJsonObject(usage)) events.push({ type: 'usage', usage: withoutPlace(decodeUsage(usage)) })
  }
  const complete = (wire: JsonObject): void => {
    begin(wire)
    const { steps: list, usage, ...others } = wire
    for (const index of steps.keys()) close(index)
    if (parts === 0 && Array.isArray(list)) list.filter(isJsonObject).forEach((step, index) => (open(index, step), close(index)))
    if (over) return
    count(usage)
    const end = decodeHead(others)
    const { status: word } = end
    if (word === 'failed') {
      fail(failureOf(wire['errors'], context))
      return
    }
    finish = decodeFinish(word ?? 'completed', calls)
    if (finish) {
      const { at: _, ...bare } = finish
      finish = bare
      events.push({ type: 'candidate-end', candidate: 0, finish: bare })
    }
    if (end.serviceTier !== undefined) events.push({ type: 'usage', serviceTier: end.serviceTier })
    over = true
    const hint = { ...hintOf(end), ...(end.createdAt !== undefined && { created: String(wire['created']) }) }
    const rest = { ...end.extensions?.[format]?.rest, ...kept }
    const extensions = { [format]: { ...(hasKeys(rest) && { rest }), hint } }
    events.push({ type: 'response-end', status: statusFromFinishes([finish]), extensions })
  }
  /** False: nothing is known of such an event. */
  const read = (wire: WireEvent): boolean => {
    const { event_type: type, index, interaction, step, delta, error } = wire
    switch (type) {
      case 'interaction.created':
        begin(isJsonObject(interaction) ? interaction : {})
        return true
      case 'interaction.status_update':
      case 'interaction.in_progress':
      case 'interaction.requires_action': {
        count(wire['usage'])
        const { continuation_token: token } = wire
        if (token !== undefined) kept['continuation_token'] = token
        return true
      }
      case 'step.start':
        if (typeof index !== 'number' || !isJsonObject(step)) return false
        open(index, step)
        return true
      case 'step.delta': {
        if (typeof index !== 'number' || !isJsonObject(delta)) return false
        const known = steps.get(index)
        const { metadata } = wire
        if (isJsonObject(metadata)) count(metadata['total_usage'])
        return known !== undefined && change(known, delta)
      }
      case 'step.stop':
        if (typeof index !== 'number') return false
        count(wire['usage'])
        close(index)
        return true
      case 'interaction.completed':
      case 'interaction.complete':
        complete(isJsonObject(interaction) ? interaction : {})
        return true
      default:
        if (!isJsonObject(error)) return false
        fail(decodeError(error, context))
        return true
    }
  }
  const taken = (): readonly StreamEvent[] => {
    const said = events
    events = []
    return said
  }
  return {
    push(frame) {
      if (over) return []
      if (frame.type === 'comment') events.push({ type: 'keep-alive' })
      else if (frame.type === 'invalid') fail({ code: 'malformed-upstream', message: frame.message, retryable: true })
      else if (frame.type === 'event' && !read(frame.wire) && !over) {
        begin({})
        events.push({ type: 'opaque', format, wire: frame.wire })
      }
      return taken()
    },
    end() {
      fail({ code: 'truncated-stream', message: 'the stream ended before interaction.completed', retryable: true })
      return taken()
    },
    settled: () => over,
  }
}

function withoutPlace<T extends { readonly at?: unknown }>({ at: _, ...value }: T): Omit<T, 'at'> {
  return value
}
