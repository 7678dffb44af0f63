import { placeOfCandidate } from '@interlingua/adapter-kit'
import { isJsonObject, mergeUsage, pointer } from '@interlingua/core'
import type { Context, Failure, Finish, Frame, Item, Json, JsonObject, Machine, Part, Seal, StreamEvent, Usage } from '@interlingua/core'
import { addDelta, createFrameRest, createOnce, mergeExtensions, mergeRest, sealCarrier } from '@interlingua/core/adapter'
import { encodeStatus, filtered } from './answers.ts'
import { encodeAnnotations } from './citations.ts'
import { encodeContent } from './contents.ts'
import { encodeError } from './errors.ts'
import { encodeHead, splitHead, withId } from './head.ts'
import { answerWalker as walker, notice } from './notices.ts'
import { withAnnotations } from './response.ts'
import { encodeSeal } from './seals.ts'
import { argumentsOf, encodeOther, isContent, joinsStep } from './steps.ts'
import { encodeUsage } from './usage.ts'
import { format, hintOf, restOf, restore, type WireEvent } from './wire.ts'

type Delta = Extract<StreamEvent, { type: 'part-delta' }>['delta']
type Start = Extract<StreamEvent, { type: 'response-start' }>

/** A part that is being written, or waits until it may be. */
interface OpenPart {
  readonly number: number
  /** The part so far, without the text that is written already. */
  value: Part
  readonly pieces: string[]
  /** Text that is not written yet. */
  unsaid: string[]
  size: number
  begun: boolean
  /** The arguments begin like an object: they are written as they come. Others are wrapped when they are whole. */
  plain: boolean
  segment: number
  ended: boolean
  /** Deltas of unknown types, in the order in which they came. */
  replays: JsonObject[]
}

/** Writes an answer as the events of a stream: one step is open at a time, and other parts wait, as far as the limits allow. */
export function createStreamEncoder(side: Context): Machine<StreamEvent, Frame<WireEvent>> {
  const context = createOnce(side)
  /** Keys of events of this format that no field has, until the same event of their part is written. */
  const rest = createFrameRest()
  const parts = new Map<number, OpenPart>()
  let out: WireEvent[] = []
  /** Time at which an answer of another format began. */
  let created: number | undefined
  let head: Omit<Start, 'type'> = { id: '', model: '' }
  let next = 0
  /** Index of the step that is open, and the part that came last into it. */
  let open: { readonly index: number; last: Part | undefined; number: number | undefined } | undefined
  let waiting = 0
  let finish: Finish | undefined
  let usage: Usage | undefined
  let over = false

  /** `number`: the part that the event belongs to. */
  const say = (type: string, members: JsonObject, number?: number): void => {
    const event = { event_type: type, ...members }
    out.push(rest.isIdle() ? event : rest.join(placeOf(type, number), event))
  }
  const delta = (index: number, members: JsonObject, number?: number): void => say('step.delta', { index, delta: members }, number)
  const closeStep = (): void => {
    if (open) say('step.stop', { index: open.index }, open.number)
    open = undefined
  }
  const openStep = (step: JsonObject, number?: number, last?: Part): number => {
    closeStep()
    open = { index: next, last, number }
    say('step.start', { index: next, step }, number)
    return next++
  }
  /** Keys for which no event came go to the last one. */
  const withLeft = (event: WireEvent): WireEvent => {
    const whole: Record<string, Json> = { ...event } as Record<string, Json> // JSON
    for (const { event_type: _, index: __, ...left } of rest.takeAll()) mergeRest(whole, left)
    return whole
  }
  const replay = (part: OpenPart): void => {
    for (const { event_type: _, index: __, ...members } of part.replays.splice(0))
      if (open) say('step.delta', { index: open.index, ...members })
  }
  /** Tells the usage before the error, behind which nothing comes. */
  const failWith = (event: JsonObject): void => {
    if (usage) say('interaction.status_update', { interaction_id: head.id, status: 'failed', usage: encodeUsage(usage) })
    out.push(withLeft({ event_type: 'error', ...event }))
  }
  const fail = (failure: Failure): void => {
    over = true
    const own = ownEvent(failure)
    if (own?.['event_type'] === 'interaction.completed') {
      closeStep()
      out.push(withLeft(own))
    } else failWith(own ?? { error: encodeError(failure) })
  }
  const encodeWhole = (step: JsonObject, part?: OpenPart): void => {
    const { type, signature, summary, arguments: given, result, is_error: failed, ...shell } = step
    const number = part?.number
    const index = openStep({ type: type ?? '', ...shell, ...(type === 'function_call' && { arguments: {} }) }, number)
    if (type === 'thought') {
      for (const content of Array.isArray(summary) ? (summary as readonly Json[]) : [])
        delta(index, { type: 'thought_summary', content }, number) // JSON
      if (signature !== undefined) delta(index, { type: 'thought_signature', signature }, number)
    } else if (type === 'function_call') delta(index, { type: 'arguments_delta', arguments: JSON.stringify(given) }, number)
    else {
      const late = { arguments: given, result, is_error: failed, signature }
      const told = Object.entries(late).filter((entry): entry is [string, Json] => entry[1] !== undefined)
      if (told.length > 0) delta(index, { type: type ?? '', ...Object.fromEntries(told) }, number)
    }
    if (part) replay(part)
    closeStep()
  }
  /** Seal of another format, in a thought of its own. */
  const carry = (part: Part, seal: Seal | undefined): void => {
    if (seal === undefined || seal.format === format) return
    if (context.policy.carryForeignSeals) for (const step of encodeOther(sealCarrier(part, seal))) encodeWhole(step)
    else context.onNotice(notice('foreign-seal', part.at ?? ''))
  }

  const beginContent = ({ value, number }: OpenPart): number => {
    const item = value.itemId === undefined ? undefined : items.get(value.itemId)
    const step = item ? restore<JsonObject>({ type: 'model_output' }, item) : { type: 'model_output' }
    const index = open && open.last !== undefined && joinsStep(value, open.last) ? open.index : openStep(step, number, value)
    if (open) Object.assign(open, { last: value, number })
    return index
  }
  const writeText = (part: OpenPart): void => {
    const said = part.unsaid.join('')
    const { value } = part
    if (said !== '') {
      const first = !part.begun
      if (first) beginContent(part)
      part.begun = true
      const wire = { type: 'text', text: said }
      const own = first ? restore<JsonObject>(wire, { ...value, extensions: withoutAnnotations(value) }) : wire
      if (open) delta(open.index, own, part.number)
    }
    if (part.replays.length > 0) {
      if (!part.begun) beginContent(part)
      part.begun = true
      replay(part)
    }
    if (!part.ended || value.type !== 'text') return
    const shown = withAnnotations(value, context)
    const cited = shown.type === 'text' ? (shown.citations ?? []) : []
    const annotations = encodeAnnotations(cited, part.pieces.join(''), restOf(value)['annotations'])
    if (annotations.length > 0) {
      if (!part.begun) beginContent(part)
      part.begun = true
      if (open) delta(open.index, { type: 'text_annotation_delta', annotations }, part.number)
    }
    carry(value, value.seal)
  }
  const writeThought = (part: OpenPart): void => {
    const said = part.unsaid.join('')
    const { value } = part
    if (!part.begun && (said !== '' || part.ended || part.replays.length > 0)) {
      openStep(restore<JsonObject>({ type: 'thought' }, value), part.number)
      part.begun = true
    }
    if (!open || !part.begun) return
    if (said !== '') delta(open.index, { type: 'thought_summary', content: { type: 'text', text: said } }, part.number)
    replay(part)
    const signature = part.ended ? encodeSeal(value) : undefined
    if (value.seal && value.seal.format !== format && !context.policy.carryForeignSeals) {
      if (part.ended) context.onNotice(notice('foreign-seal', value.at ?? ''))
    } else if (signature !== undefined) delta(open.index, { type: 'thought_signature', signature }, part.number)
    if (part.ended) closeStep()
  }
  const writeCall = (part: OpenPart, value: Extract<Part, { type: 'tool-call' }>): void => {
    const said = part.unsaid.join('')
    if (!part.begun) {
      carry(value, value.seal)
      // A thought in front may be part of the call's spelling.
      const steps = encodeOther({ ...value, arguments: '' })
      for (const step of steps.slice(0, -1)) encodeWhole(step)
      openStep({ ...steps.at(-1), arguments: hintOf(value).begins ?? {} }, part.number)
      part.begun = true
    }
    replay(part)
    if (value.kind !== 'custom') part.plain ||= /^\s*\{/.test(said)
    if (!part.plain && !part.ended) return
    const text = part.plain ? said : argumentsOf({ ...value, arguments: said })
    if (text !== '' && open) delta(open.index, { type: 'arguments_delta', arguments: text }, part.number)
    part.unsaid = []
    if (part.ended) closeStep()
  }
  const writeOther = (part: OpenPart): void => {
    if (!part.ended) return
    const { value } = part
    carry(value, value.type === 'hosted-call' || value.type === 'hosted-result' ? undefined : value.seal)
    const content = isContent(value) ? encodeContent(value) : undefined
    if (content) {
      delta(beginContent(part), content, part.number)
      replay(part)
    } else if ((value.type === 'hosted-call' || value.type === 'hosted-result') && hintOf(value).type === undefined)
      context.onNotice(notice('hosted-part', value.at ?? ''))
    else {
      const steps = encodeOther(value)
      steps.forEach((step, index) => encodeWhole(step, index === steps.length - 1 ? part : undefined))
    }
  }
  const writePart = (part: OpenPart): void => {
    const { value } = part
    if (value.type === 'tool-call') {
      const before = part.size
      writeCall(part, value)
      if (part.unsaid.length === 0) release(part, before)
      return
    }
    if (value.type === 'text' || value.type === 'refusal') writeText(part)
    else if (value.type === 'reasoning') writeThought(part)
    else {
      writeOther(part)
      if (!part.ended) return
    }
    part.unsaid = []
    release(part, part.size)
  }
  const release = (part: OpenPart, size: number): void => {
    waiting -= size
    part.size -= size
  }
  const write = (): void => {
    for (const [number, part] of parts) {
      writePart(part)
      if (!part.ended) break
      parts.delete(number)
    }
    if (waiting + rest.held() > context.limits.bufferedBytes && !over)
      fail({ code: 'limit', message: 'too many parts of the answer are open at once', retryable: false })
  }
  const hold = (part: OpenPart, text: string): void => {
    part.size += text.length
    waiting += text.length
  }
  const hear = (part: OpenPart, text: string): void => {
    if (text === '') return
    part.unsaid.push(text)
    hold(part, text)
  }

  const startPart = (value: Part, number: number): void => {
    walker.part(value, context)
    if (value.type === 'refusal') context.onNotice(notice('refusal', value.at ?? ''))
    if (value.type === 'opaque' && value.format !== format) context.onNotice(notice('opaque', value.at ?? ''))
    if (unsaid.has(value.type) || (value.type === 'opaque' && value.format !== format)) return
    const part: OpenPart = {
      number,
      value,
      pieces: [],
      unsaid: [],
      size: 0,
      begun: false,
      plain: false,
      segment: 0,
      ended: false,
      replays: [],
    }
    parts.set(number, part)
    if (value.type === 'text' || value.type === 'refusal') {
      part.pieces.push(value.text)
      hear(part, value.text)
    } else if (value.type === 'tool-call') hear(part, value.arguments)
    else if (value.type === 'reasoning') {
      hear(
        part,
        value.segments
          .map(({ text }) => text)
          .filter((text) => text !== '')
          .join('\n\n'),
      )
      part.segment = Math.max(0, value.segments.length - 1)
    }
    write()
  }
  const changePart = (part: OpenPart, given: Delta): void => {
    const { value } = part
    if (given.type === 'text' && (value.type === 'text' || value.type === 'refusal')) {
      part.pieces.push(given.text)
      hear(part, given.text)
    } else if (given.type === 'arguments' && value.type === 'tool-call') hear(part, given.text)
    else if (given.type === 'reasoning') {
      const apart = given.segment !== part.segment && (part.begun || part.unsaid.length > 0)
      part.segment = given.segment
      hear(part, apart && given.text !== '' ? `\n\n${given.text}` : given.text)
    } else if (given.type === 'logprobs') context.onNotice(notice('logprobs', value.at ?? ''))
    else {
      if (given.type === 'citation') walker.part({ type: 'text', at: value.at ?? '', text: '', citations: [given.citation] }, context)
      part.value = addDelta(value, given)
      if (given.type === 'media') hold(part, given.base64)
      else if (given.type === 'arguments') hold(part, given.text)
      if (given.type === 'transcript') context.onNotice(notice('transcript', value.at ?? ''))
      // A call that is written already cannot have a thought in front any more.
      if (given.type === 'seal' && value.type === 'tool-call' && part.begun) late.push({ part: value, seal: given.seal })
    }
    write()
  }
  /** Members of the steps that contents belong to. */
  const items = new Map<string, Item>()
  const hearItem = (item: Item): void => {
    items.set(item.id, item)
    if (item.phase !== undefined) context.onNotice(notice('item-phase', pointer(item.at ?? '', 'phase')))
    walker.extensions(item.extensions, item.at ?? '', context)
  }
  /** Writes what no field has of an event of this format: a delta of its own where it is whole, else with the next such event of its part. */
  const keepRest = ({ wire }: Extract<StreamEvent, { type: 'opaque' }>): void => {
    const { event_type: type, index, delta: own } = wire
    const part = typeof index === 'number' ? parts.get(index) : undefined
    const whole = isJsonObject(own) && own['type'] !== undefined
    if (part && whole) {
      part.replays.push(wire)
      write()
    } else if (Object.keys(wire).length > (index === undefined ? 1 : 2))
      rest.hold(placeOf(String(type), typeof index === 'number' ? index : undefined), wire)
  }
  /** Seals that came behind the beginning of their calls. */
  const late: { readonly part: Part; readonly seal: Seal }[] = []

  const end = (step: Extract<StreamEvent, { type: 'response-end' }>): void => {
    for (const part of parts.values()) part.ended = true
    write()
    if (over) return
    closeStep()
    over = true
    walker.extensions(step.extensions, '', context)
    if (finish) walker.finish(finish, finish.at ?? '', context)
    if (usage) walker.usage(usage, usage.at ?? '/usage', context)
    if (step.status === 'failed') {
      failWith({ error: encodeError({ code: 'server', message: 'the answer failed', retryable: true }) })
      return
    }
    const status = encodeStatus(step.status, finish, context)
    if (status === 'failed') {
      failWith({ error: filtered })
      return
    }
    const extensions = mergeExtensions(head.extensions, step.extensions)
    const time = head.createdAt ?? created
    const whole = encodeHead(
      { ...head, ...(time !== undefined && { createdAt: time }), ...(extensions && { extensions }) },
      status,
      context,
    )
    const { id = '', ...others } = whole
    const { repeated } = hintOf({ ...(extensions && { extensions }) })
    const interaction = { id, ...others, ...(repeated !== undefined && { steps: repeated }), ...(usage && { usage: encodeUsage(usage) }) }
    say('interaction.completed', { interaction })
    const last = out.pop()
    if (last) out.push(withLeft(last))
  }

  const encode = (step: StreamEvent): void => {
    switch (step.type) {
      case 'response-start': {
        const { type: _, ...named } = step
        const given = withId(named, context)
        const { head: inside, around } = splitHead(given)
        head = inside
        usage = given.usage
        walker.extensions(given.extensions, '', context)
        const { id = '', ...others } = encodeHead(
          { ...head, ...(isForeign(head) && { createdAt: (created = head.createdAt ?? context.now()) }) },
          'in_progress',
          context,
        )
        const { updated: __, service_tier: ___, ...first } = others
        say('interaction.created', { interaction: { id, ...first }, ...around })
        say('interaction.status_update', { interaction_id: id, status: 'in_progress' })
        return
      }
      case 'part-start':
        if (step.candidate > 0) context.onNotice(notice('candidates', placeOfCandidate(step.candidate, step.value.at)))
        else {
          if (step.item) hearItem(step.item)
          startPart(step.value, step.part)
        }
        return
      case 'part-delta': {
        const part = parts.get(step.part)
        if (part) changePart(part, step.delta)
        return
      }
      case 'part-end': {
        const part = parts.get(step.part)
        if (step.item && step.candidate === 0) hearItem(step.item)
        if (part === undefined) return
        part.ended = true
        const extensions = mergeExtensions(part.value.extensions, step.extensions)
        if (step.extensions && extensions) {
          walker.extensions(step.extensions, part.value.at ?? '', context)
          part.value = { ...part.value, extensions }
        }
        write()
        for (const { part: sealed, seal } of late.splice(0)) carry(sealed, seal)
        return
      }
      case 'candidate-end':
        if (step.candidate !== 0) return
        finish = step.finish
        walker.extensions(step.extensions, finish.at ?? '', context)
        return
      case 'usage':
        usage = mergeUsage(usage, step.usage)
        if (step.serviceTier !== undefined) head = { ...head, serviceTier: step.serviceTier }
        return
      case 'keep-alive':
        return
      case 'failure':
        fail(step.failure)
        return
      case 'opaque':
        if (step.format !== format && step.keys === undefined) context.onNotice(notice('stream-event', ''))
        else if (step.format !== format) for (const key of step.keys ?? []) context.onNotice(notice('foreign-field', key))
        else if (step.keys !== undefined) keepRest(step)
        else if (step.wire['event_type'] !== undefined) out.push(again(step.wire))
        return
      case 'response-end':
        end(step)
    }
  }
  /** An unknown event; one of a step that is not ours to number is left as it is. */
  const again = (wire: JsonObject): JsonObject => {
    if (typeof wire['index'] === 'number') next = Math.max(next, wire['index'] + 1)
    return wire
  }

  /** The event of a delta that the open step takes as it is, as nearly all are; `undefined` for any other. */
  const quickly = (number: number, delta: Delta): WireEvent | undefined => {
    const part = parts.size === 1 ? parts.get(number) : undefined
    if (part === undefined || !part.begun || open === undefined || !('text' in delta) || delta.text === '') return undefined
    const { text } = delta
    const { type } = part.value
    const { index } = open
    if (delta.type === 'text' && (type === 'text' || type === 'refusal')) {
      part.pieces.push(text)
      return { event_type: 'step.delta', index, delta: { type: 'text', text } }
    }
    if (delta.type === 'arguments' && type === 'tool-call' && part.plain)
      return { event_type: 'step.delta', index, delta: { type: 'arguments_delta', arguments: text } }
    if (delta.type === 'reasoning' && type === 'reasoning' && delta.segment === part.segment)
      return { event_type: 'step.delta', index, delta: { type: 'thought_summary', content: { type: 'text', text } } }
    return undefined
  }

  return {
    push(step) {
      if (over) return []
      if (step.type === 'part-delta' && rest.isIdle()) {
        const wire = quickly(step.part, step.delta)
        if (wire) return [{ type: 'event', wire }]
      }
      if (step.type === 'keep-alive') return [{ type: 'comment' }]
      encode(step)
      const frames = take()
      return step.type === 'response-end' && frames.at(-1)?.type === 'event' && !failed(frames) ? [...frames, { type: 'done' }] : frames
    },
    end() {
      if (over) return []
      fail({ code: 'server', message: 'the stream ended before its end', retryable: true })
      return take()
    },
  }

  function take(): readonly Frame<WireEvent>[] {
    const said = out
    out = []
    return said.map((wire) => ({ type: 'event', wire }))
  }
}

/** The event of this format that told a failure, while it still says the same. */
function ownEvent({ raw, message }: Failure): JsonObject | undefined {
  const wire = raw?.format === format && isJsonObject(raw.wire) ? raw.wire : {}
  const { error, interaction } = wire
  if (isJsonObject(error)) return error['message'] === message ? wire : undefined
  const [first] = isJsonObject(interaction) && Array.isArray(interaction['errors']) ? interaction['errors'].filter(isJsonObject) : []
  return isJsonObject(interaction) && (first === undefined || first['message'] === message) ? wire : undefined
}

function placeOf(type: string, number: number | undefined): string {
  return `${type} ${String(number)}`
}

function isForeign({ extensions }: Pick<Start, 'extensions'>): boolean {
  return extensions?.[format] === undefined
}

function failed(frames: readonly Frame<WireEvent>[]): boolean {
  return frames.some((frame) => frame.type === 'event' && frame.wire['event_type'] === 'error')
}

/** Parts that no stream of this format says. */
const unsaid: ReadonlySet<Part['type']> = new Set(['approval', 'compaction', 'search-result', 'file-reference', 'tool-result'])

/** Extensions of a text without its unknown annotations, which follow the text. */
function withoutAnnotations({ extensions }: Part): NonNullable<Part['extensions']> {
  const own = extensions?.[format]
  const { annotations: _, ...rest } = own?.rest ?? {}
  return { ...extensions, [format]: { ...own, rest } }
}
