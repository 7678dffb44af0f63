import { createBeside, createBesideKeys, isWrapped, restoreClientCall, unwrapInput, type Beside } from '@interlingua/adapter-kit'
import { isJsonObject, pointer } from '@interlingua/core'
import type {
  Context,
  DecodeState,
  Failure,
  Finish,
  Frame,
  Item,
  Json,
  JsonObject,
  Machine,
  Part,
  Pointer,
  StreamEvent,
  ToolCallPart,
} from '@interlingua/core'
import { hasKeys, isBlank, jsonSize, sameJson, statusFromFinishes, unreadKeys } from '@interlingua/core/adapter'
import { besideEvent, besideOf, empty, wholeDelta } from './beside-step.ts'
import { decodeFinish } from './answers.ts'
import { decodeAnnotations } from './citations.ts'
import { decodeContent } from './contents.ts'
import { decodeError, failureOf } from './errors.ts'
import { decodeHead, type AnswerHead } from './head.ts'
import { bypassWord, decodeSeal, sealThought } from './seals.ts'
import { decodeStep, decodeThought } from './steps.ts'
import { decodeUsage } from './usage.ts'
import { format, hintOf, keep, nothing, withHint, type WireEvent } from './wire.ts'

/** A step that has begun and not ended. */
interface OpenStep {
  readonly type: string
  /** Place in the answer that the stream stands for. */
  readonly at: Pointer
  /** Members of the step beside its contents, which its first part brings along. Absent: there are none. */
  readonly item: Item | undefined
  /** The step as it began; of a step that is read when it is whole, with what came since. */
  wire: JsonObject
  /** Number of the part that is open. */
  part: number | undefined
  /** Number of the part that began last. */
  lastPart: number | undefined
  /** Contents that have begun. */
  contents: number
  /** Keys that no field of the model has, of events before a part of the step began. */
  readonly beside: Beside[]
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

const startKeys: ReadonlySet<string> = new Set(['event_type', 'event_id', 'index', 'step'])
const deltaKeys: ReadonlySet<string> = new Set(['event_type', 'event_id', 'index', 'delta', 'metadata'])
const stopKeys: ReadonlySet<string> = new Set(['event_type', 'event_id', 'index', 'usage'])
const endKeys: ReadonlySet<string> = new Set(['event_type', 'event_id', 'interaction'])
const statusKeys: ReadonlySet<string> = new Set(['event_type', 'event_id', 'interaction_id', 'status', 'usage', 'continuation_token'])
const stepKeys: ReadonlySet<string> = new Set(['type', 'content'])
const totalKeys: ReadonlySet<string> = new Set(['total_usage'])
const citedKeys: ReadonlySet<string> = new Set(['type', 'text', 'annotations'])
const argumentKeys: ReadonlySet<string> = new Set(['type', 'arguments'])
const summaryKeys: ReadonlySet<string> = new Set(['type', 'content'])
const olderKeys: ReadonlySet<string> = new Set(['type', 'summary'])
const signatureKeys: ReadonlySet<string> = new Set(['type', 'signature'])
const textKeys: ReadonlySet<string> = new Set(['type', 'text'])
const startTypes: ReadonlySet<string> = new Set(['step.start'])

/** Reads the events of one stream. An answer ends with `interaction.completed`, and an error or an end before it is a failure. */
export function createStreamDecoder(context: Context, sent?: DecodeState): Machine<Frame<WireEvent>, StreamEvent> {
  const { limits } = context
  const steps = new Map<number, OpenStep>()
  let events: StreamEvent[] = []
  let head: AnswerHead | undefined
  let parts = 0
  /** Steps that have begun. */
  let begun = 0
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
    reportBeside(besideOf('interaction.completed', kept, ''), undefined)
    over = true
    events.push({ type: 'failure', failure }, { type: 'response-end', status: 'failed' })
  }
  const begin = (wire: JsonObject, around: JsonObject = empty): void => {
    if (head !== undefined) return
    head = decodeHead(wire, around)
    const { status: _, ...start } = head
    events.push({ type: 'response-start', ...start })
  }
  const reportBeside = (beside: Beside, part: number | undefined): void => {
    if (beside.keys.length === 0 || over) return
    begin({})
    events.push(besideEvent(beside, part))
  }
  const hold = (size: number): void => {
    held += size
    if (held > limits.bufferedBytes) fail({ code: 'limit', message: 'a step of the answer is too long to be kept', retryable: false })
  }
  const { note: noteKeys, release } = createBesideKeys(reportBeside, hold)
  /** Tells keys that no field has: of the open part, or of the one that begins next. */
  const note = ({ beside: waiting, part: open }: OpenStep, beside: Beside, part = open): void => noteKeys(waiting, beside, part)
  const start = (value: Part, step: OpenStep): number | undefined => {
    if (over) return undefined
    begin({})
    if (parts >= limits.parts) {
      fail({ code: 'limit', message: 'the answer has too many parts', retryable: false })
      return undefined
    }
    const part = parts++
    const { item } = step
    if (value.type === 'tool-call') calls = true
    // A writer may begin the step with the part.
    release(step.beside, part, startTypes)
    const own = item ? { ...value, itemId: item.id } : value
    events.push({ type: 'part-start', candidate: 0, part, value: own, ...(item && step.lastPart === undefined && { item }) })
    step.lastPart = part
    release(step.beside, part)
    return part
  }
  const whole = (value: Part, step: OpenStep): void => {
    const part = start(value, step)
    if (part !== undefined) events.push({ type: 'part-end', candidate: 0, part })
  }
  /** Ends the text that is open, with the sources that it names. */
  const closeText = (step: OpenStep): void => {
    const { part } = step
    if (part === undefined) return
    const text = step.text.join('')
    if (step.annotations.length > 0) {
      const { citations, left } = decodeAnnotations(step.annotations, text, pointer(contentAt(step), 'annotations'))
      for (const citation of citations) events.push({ type: 'part-delta', candidate: 0, part, delta: { type: 'citation', citation } })
      const extensions = left ? { [format]: { rest: { annotations: left } } } : undefined
      events.push({ type: 'part-end', candidate: 0, part, ...(extensions && { extensions }) })
    } else events.push({ type: 'part-end', candidate: 0, part })
    held -= text.length
    step.part = undefined
    step.text = []
    step.annotations = []
  }
  /** Place of the content that is open, or was last. */
  const contentAt = ({ at, contents }: OpenStep): Pointer => pointer(at, 'content', Math.max(0, contents - 1))
  /** A content as it begins: one that follows a text in its step, or a step of the same kind. */
  const marked = (step: OpenStep, value: Part): Part => {
    const first = step.last === undefined
    if (first && spoken) return { ...value, extensions: withHint(value, { apart: true }) }
    return !first && step.last === 'text' && value.type === 'text' ? { ...value, extensions: withHint(value, { joined: true }) } : value
  }
  const open = (index: number, wire: JsonObject, around: JsonObject): void => {
    close(index)
    if (over) return
    if (steps.size >= limits.parts) {
      fail({ code: 'limit', message: 'too many steps are open at once', retryable: false })
      return
    }
    const type = String(wire['type'])
    const at = pointer('/steps', begun++)
    const step: OpenStep = {
      type,
      at,
      item: type === 'model_output' ? itemOf(wire, at) : undefined,
      wire,
      part: undefined,
      lastPart: undefined,
      contents: 0,
      beside: [],
      text: [],
      annotations: [],
      last: undefined,
      waiting: undefined,
      told: false,
    }
    steps.set(index, step)
    note(step, besideOf('step.start', around, at))
    if (step.type === 'thought') openThought(step)
    else if (step.type === 'function_call') openCall(step)
    else if (step.type === 'model_output') {
      const { content } = wire
      for (const entry of Array.isArray(content) ? content.filter(isJsonObject) : []) say(step, entry, empty)
    } else hold(jsonSize(wire))
  }
  const openThought = (step: OpenStep): void => {
    const value = decodeThought(step.wire, step.at, head?.model ?? '')
    // An empty thought may turn out to be a word for the call behind it.
    if (value.segments.length > 0 || value.seal || value.extensions?.[format]?.rest) step.part = start(value, step)
  }
  const openCall = (step: OpenStep): void => {
    const { arguments: given, ...shell } = step.wire
    const [made] = decodeStep(shell, step.at, head?.model ?? '').parts
    if (made?.type !== 'tool-call') return
    const begins = isJsonObject(given) && hasKeys(given) ? { begins: given } : undefined
    const hint = { ...(bypassed && { bypass: true }), ...begins }
    const value: ToolCallPart = hasKeys(hint) ? { ...made, extensions: withHint(made, hint) } : made
    if (isWrapped(made.name, sent)) step.waiting = []
    step.part = start(restoreClientCall({ ...value, arguments: '' }, sent), step)
    bypassed = false
  }
  const say = (step: OpenStep, wire: JsonObject, around: JsonObject): void => {
    const { type, text, annotations } = wire
    if (type === 'text' && typeof text === 'string') {
      const own = unreadKeys(wire, annotations === undefined || Array.isArray(annotations) ? citedKeys : textKeys) ?? empty
      if (step.part !== undefined) {
        if (around !== empty || own !== empty) note(step, besideOf('step.delta', around, step.at, own, contentAt(step)))
      } else {
        note(step, besideOf('step.delta', around, step.at))
        openText(step, own)
      }
      if (step.part === undefined) return
      if (text !== '') events.push({ type: 'part-delta', candidate: 0, part: step.part, delta: { type: 'text', text } })
      step.text.push(text)
      hold(text.length)
      if (Array.isArray(annotations)) step.annotations.push(...annotations.filter(isJsonObject))
      return
    }
    closeText(step)
    note(step, besideOf('step.delta', around, step.at))
    step.contents++
    whole(marked(step, decodeContent(wire, contentAt(step))), step)
    step.last = String(type)
  }
  const openText = (step: OpenStep, own: JsonObject): void => {
    step.contents++
    step.part = start(marked(step, keep<Part>({ type: 'text', text: '', at: contentAt(step) }, own, nothing)), step)
    step.last = 'text'
  }
  /** Adds a delta to its step; one of an unknown type goes on whole. */
  const change = (step: OpenStep, delta: JsonObject, around: JsonObject): void => {
    const { type } = delta
    switch (step.type) {
      case 'model_output':
        if (type === 'text_annotation_delta' || type === 'text_annotation') {
          const { type: _, annotations, ...own } = delta
          if (!Array.isArray(annotations)) return note(step, wholeDelta(around, delta, step.at))
          if (step.part === undefined) openText(step, empty)
          note(step, besideOf('step.delta', around, step.at, own, contentAt(step)))
          step.annotations.push(...annotations.filter(isJsonObject))
          hold(jsonSize(annotations))
          return
        }
        return say(step, delta, around)
      case 'thought':
        return think(step, delta, around)
      case 'function_call': {
        const { arguments: text } = delta
        if (type !== 'arguments_delta' || typeof text !== 'string' || step.part === undefined)
          return note(step, wholeDelta(around, delta, step.at))
        note(step, besideOf('step.delta', around, step.at, unreadKeys(delta, argumentKeys) ?? empty))
        if (!step.told) note(step, besideArguments(step))
        return argue(step, text)
      }
      default:
        if (type !== step.type && type !== `${step.type}_delta`) return note(step, wholeDelta(around, delta, step.at))
        note(step, besideOf('step.delta', around, step.at))
        note(step, besideReplaced(step, delta))
        hold(jsonSize(delta))
        step.wire = { ...step.wire, ...delta, type: step.type }
    }
  }
  const argue = (step: OpenStep, text: string): void => {
    step.told = true
    if (step.waiting) {
      step.waiting.push(text)
      hold(text.length)
    } else if (text !== '' && step.part !== undefined)
      events.push({ type: 'part-delta', candidate: 0, part: step.part, delta: { type: 'arguments', text } })
  }
  const think = (step: OpenStep, delta: JsonObject, around: JsonObject): void => {
    const { type, content, summary, signature } = delta
    if (type === 'thought_signature' && typeof signature === 'string') {
      const own = unreadKeys(delta, signatureKeys) ?? empty
      const seal = decodeSeal(signature, head?.model ?? '')
      if (step.part === undefined && seal !== undefined)
        step.part = start(sealThought({ type: 'reasoning', segments: [], at: step.at }, seal), step)
      else if (seal !== undefined && step.part !== undefined) {
        note(step, besideOf('step.delta', around, step.at, own))
        events.push({ type: 'part-delta', candidate: 0, part: step.part, delta: { type: 'seal', seal } })
        return
      } else if (signature === bypassWord && step.part === undefined) step.wire = { ...step.wire, signature }
      note(step, besideOf('step.delta', around, step.at, own))
      return
    }
    const said = content ?? summary ?? null
    const text = isJsonObject(said) && said['type'] === 'text' ? said['text'] : undefined
    if (type !== 'thought_summary' || (said !== null && typeof text !== 'string')) return note(step, wholeDelta(around, delta, step.at))
    const left = unreadKeys(delta, content === undefined ? olderKeys : summaryKeys) ?? empty
    if (typeof text !== 'string') return note(step, besideOf('step.delta', around, step.at, left))
    step.part ??= start({ type: 'reasoning', segments: [], at: step.at }, step)
    const inner = unreadKeys(said as JsonObject, textKeys) // an object: its text was read
    note(step, besideOf('step.delta', around, step.at, left))
    if (inner) note(step, besideOf('step.delta', empty, step.at, { content: inner }, pointer(step.at, 'summary', 0), inner))
    if (text !== '' && step.part !== undefined)
      events.push({ type: 'part-delta', candidate: 0, part: step.part, delta: { type: 'reasoning', segment: 0, kind: 'summary', text } })
  }
  const close = (index: number, around: JsonObject = empty): void => {
    const step = steps.get(index)
    if (step === undefined || over) return
    steps.delete(index)
    note(step, besideOf('step.stop', around, step.at), step.part ?? step.lastPart)
    spoken = step.type === 'model_output' && (step.last !== undefined || step.part !== undefined)
    if (step.type === 'model_output') {
      if (step.last === undefined && step.part === undefined) whole({ type: 'opaque', format, wire: step.wire, at: step.at }, step)
      closeText(step)
    } else if (step.type === 'thought') closeThought(step)
    else if (step.type === 'function_call' && step.part !== undefined) closeCall(step, step.part)
    else {
      for (const value of decodeStep(step.wire, step.at, head?.model ?? '').parts) whole(value, step)
      held -= jsonSize(step.wire)
    }
    release(step.beside, undefined)
  }
  const closeThought = (step: OpenStep): void => {
    if (step.part !== undefined) {
      events.push({ type: 'part-end', candidate: 0, part: step.part })
      return
    }
    if (step.wire['signature'] === bypassWord) bypassed = true
    else {
      whole(decodeThought(step.wire, step.at, head?.model ?? ''), step)
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
    if (!isJsonObject(usage)) return
    const { total_tokens: total } = usage
    const read = withoutPlace(decodeUsage(usage))
    // Merged usage has the sum of the last event, also where an earlier one had none.
    events.push({ type: 'usage', usage: { ...read, extensions: withHint(read, { total: typeof total === 'number' ? total : null }) } })
  }
  const complete = (event: WireEvent): void => {
    const wire = isJsonObject(event['interaction']) ? event['interaction'] : empty
    begin(wire)
    const { steps: list, usage, ...others } = wire
    const repeats = begun > 0 && Array.isArray(list) && list.length > 0
    for (const index of steps.keys()) close(index)
    if (!repeats && Array.isArray(list)) list.filter(isJsonObject).forEach((step, index) => (open(index, step, empty), close(index)))
    if (over) return
    count(usage)
    const end = decodeHead(others)
    const { status: word } = end
    if (word === 'failed') {
      fail({ ...failureOf(wire['errors'], context), raw: { format, wire: event } })
      return
    }
    reportBeside(besideOf('interaction.completed', unreadKeys(event, endKeys) ?? empty, ''), undefined)
    finish = decodeFinish(word ?? 'completed', calls)
    if (finish) {
      const { at: _, ...bare } = finish
      finish = bare
      events.push({ type: 'candidate-end', candidate: 0, finish: bare })
    }
    if (end.serviceTier !== undefined) events.push({ type: 'usage', serviceTier: end.serviceTier })
    over = true
    const hint = {
      ...hintOf(end),
      ...(end.createdAt !== undefined && { created: String(wire['created']) }),
      ...(repeats && { repeated: list }),
    }
    const rest = { ...end.extensions?.[format]?.rest, ...kept }
    const extensions = { [format]: { ...(hasKeys(rest) && { rest }), hint } }
    events.push({ type: 'response-end', status: statusFromFinishes([finish]), extensions })
  }
  /** False: nothing is known of such an event. */
  const read = (wire: WireEvent): boolean => {
    const { event_type: type, index, interaction, step, delta, error } = wire
    switch (type) {
      case 'interaction.created':
        begin(isJsonObject(interaction) ? interaction : empty, unreadKeys(wire, endKeys))
        return true
      case 'interaction.status_update':
      case 'interaction.in_progress':
      case 'interaction.requires_action': {
        count(wire['usage'])
        const { continuation_token: token } = wire
        if (token !== undefined) kept['continuation_token'] = token
        reportBeside(besideOf('interaction.status_update', unreadKeys(wire, statusKeys) ?? empty, ''), undefined)
        return true
      }
      case 'step.start':
        if (typeof index !== 'number' || !isJsonObject(step)) return false
        open(index, step, unreadKeys(wire, startKeys) ?? empty)
        return true
      case 'step.delta': {
        if (typeof index !== 'number' || !isJsonObject(delta)) return false
        const known = steps.get(index)
        if (known === undefined) return false
        const { metadata } = wire
        if (isJsonObject(metadata)) count(metadata['total_usage'])
        const beside = isJsonObject(metadata) ? unreadKeys(metadata, totalKeys) : metadata
        const around = unreadKeys(wire, deltaKeys) ?? empty
        change(known, delta, beside === undefined ? around : { ...around, metadata: beside })
        return true
      }
      case 'step.stop':
        if (typeof index !== 'number') return false
        count(wire['usage'])
        close(index, unreadKeys(wire, stopKeys))
        return true
      case 'interaction.completed':
      case 'interaction.complete':
        complete(wire)
        return true
      default:
        if (!isJsonObject(error)) return false
        fail({ ...decodeError(error, context), raw: { format, wire } })
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

/** Item of a step that has members beside its contents. */
function itemOf(wire: JsonObject, at: Pointer): Item | undefined {
  const own = unreadKeys(wire, stepKeys)
  return own === undefined ? undefined : keep<Item>({ id: at, at }, own, nothing)
}

/** Members of the start of a hosted step that a delta replaces. */
function besideReplaced({ wire, at }: Pick<OpenStep, 'wire' | 'at'>, delta: JsonObject): Beside {
  const replaced: Record<string, Json> = {}
  const keys: Pointer[] = []
  for (const key of Object.keys(delta)) {
    const value = key === 'type' ? undefined : wire[key]
    if (value === undefined || isBlank(value) || sameJson(value, delta[key] ?? null)) continue
    replaced[key] = value
    if (isJsonObject(value)) keys.push(...Object.keys(value).map((inner) => pointer(at, key, inner)))
    else keys.push(pointer(at, key))
  }
  const more = { step: replaced }
  return createBeside('step.start', more, keys)
}

/** Arguments of the start of a call, which deltas replace. */
function besideArguments({ wire, at }: Pick<OpenStep, 'wire' | 'at'>): Beside {
  const { arguments: given } = wire
  return besideOf('step.start', empty, at, empty, pointer(at, 'arguments'), isJsonObject(given) ? given : empty)
}
