import { mergeUsage, pointer } from '@interlingua/core'
import type { Context, Failure, Finish, Frame, Json, JsonObject, Machine, Part, Seal, StreamEvent, Usage } from '@interlingua/core'
import { addDelta, mergeExtensions, sealCarrier } from '@interlingua/core/adapter'
import { encodeStatus, filtered } from './answers.ts'
import { encodeAnnotations } from './citations.ts'
import { encodeContent } from './contents.ts'
import { encodeError } from './errors.ts'
import { encodeHead } from './head.ts'
import { answerWalker as walker, notice } from './notices.ts'
import { withAnnotations } from './response.ts'
import { encodeSeal } from './seals.ts'
import { argumentsOf, encodeOther, isContent, joinsStep } from './steps.ts'
import { encodeUsage } from './usage.ts'
import { format, hintOf, restOf, restore, type WireEvent } from './wire.ts'

type Start = Extract<StreamEvent, { type: 'response-start' }>

/** A part that is being written, or waits until it may be. */
interface OpenPart {
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
}

/** Writes an answer as the events of a stream: one step is open at a time, and other parts wait, as far as the limits allow. */
export function createStreamEncoder(context: Context): Machine<StreamEvent, Frame<WireEvent>> {
  const parts = new Map<number, OpenPart>()
  let out: WireEvent[] = []
  /** Time at which an answer of another format began. */
  let created: number | undefined
  let head: Omit<Start, 'type'> = { id: '', model: '' }
  let next = 0
  /** Index of the step that is open, and the part that came last into it. */
  let open: { readonly index: number; last: Part | undefined } | undefined
  let waiting = 0
  let finish: Finish | undefined
  let usage: Usage | undefined
  let over = false

  const say = (type: string, members: JsonObject): void => void out.push({ event_type: type, ...members })
  const delta = (index: number, members: JsonObject): void => say('step.delta', { index, delta: members })
  const closeStep = (): void => {
    if (open) say('step.stop', { index: open.index })
    open = undefined
  }
  const openStep = (step: JsonObject, last?: Part): number => {
    closeStep()
    open = { index: next, last }
    say('step.start', { index: next, step })
    return next++
  }
  /** Tells the usage before the error, behind which nothing comes. */
  const failWith = (error: JsonObject): void => {
    if (usage) say('interaction.status_update', { interaction_id: head.id, status: 'failed', usage: encodeUsage(usage) })
    say('error', { error })
  }
  const fail = (failure: Failure): void => {
    over = true
    failWith(encodeError(failure))
  }
  const encodeWhole = (step: JsonObject): void => {
    const { type, signature, summary, arguments: given, result, is_error: failed, ...shell } = step
    const index = openStep({ type: type ?? '', ...shell, ...(type === 'function_call' && { arguments: {} }) })
    if (type === 'thought') {
      for (const content of Array.isArray(summary) ? (summary as readonly Json[]) : []) delta(index, { type: 'thought_summary', content }) // JSON
      if (signature !== undefined) delta(index, { type: 'thought_signature', signature })
    } else if (type === 'function_call') delta(index, { type: 'arguments_delta', arguments: JSON.stringify(given) })
    else {
      const late = { arguments: given, result, is_error: failed, signature }
      const told = Object.entries(late).filter((entry): entry is [string, Json] => entry[1] !== undefined)
      if (told.length > 0) delta(index, { type: type ?? '', ...Object.fromEntries(told) })
    }
    closeStep()
  }
  /** Seal of another format, in a thought of its own. */
  const carry = (part: Part, seal: Seal | undefined): void => {
    if (seal === undefined || seal.format === format) return
    if (context.policy.carryForeignSeals) for (const step of encodeOther(sealCarrier(part, seal))) encodeWhole(step)
    else context.onNotice(notice('foreign-seal', part.at ?? ''))
  }

  const beginContent = (value: Part): number => {
    const index = open && open.last !== undefined && joinsStep(value, open.last) ? open.index : openStep({ type: 'model_output' }, value)
    if (open) open.last = value
    return index
  }
  const writeText = (part: OpenPart): void => {
    const said = part.unsaid.join('')
    const { value } = part
    if (said !== '') {
      if (!part.begun) beginContent(value)
      part.begun = true
      if (open) delta(open.index, restore<JsonObject>({ type: 'text', text: said }, { ...value, extensions: withoutAnnotations(value) }))
    }
    if (!part.ended || value.type !== 'text') return
    const shown = withAnnotations(value, context)
    const cited = shown.type === 'text' ? (shown.citations ?? []) : []
    const annotations = encodeAnnotations(cited, part.pieces.join(''), restOf(value)['annotations'])
    if (annotations.length > 0) {
      if (!part.begun) beginContent(value)
      part.begun = true
      if (open) delta(open.index, { type: 'text_annotation_delta', annotations })
    }
    carry(value, value.seal)
  }
  const writeThought = (part: OpenPart): void => {
    const said = part.unsaid.join('')
    const { value } = part
    if (!part.begun && (said !== '' || part.ended)) {
      openStep({ type: 'thought' })
      part.begun = true
    }
    if (!open || !part.begun) return
    if (said !== '') delta(open.index, { type: 'thought_summary', content: { type: 'text', text: said } })
    const signature = part.ended ? encodeSeal(value) : undefined
    if (value.seal && value.seal.format !== format && !context.policy.carryForeignSeals) {
      if (part.ended) context.onNotice(notice('foreign-seal', value.at ?? ''))
    } else if (signature !== undefined) delta(open.index, { type: 'thought_signature', signature })
    if (part.ended) closeStep()
  }
  const writeCall = (part: OpenPart, value: Extract<Part, { type: 'tool-call' }>): void => {
    const said = part.unsaid.join('')
    if (!part.begun) {
      carry(value, value.seal)
      // A thought in front may be part of the call's spelling.
      const steps = encodeOther({ ...value, arguments: '' })
      for (const step of steps.slice(0, -1)) encodeWhole(step)
      openStep({ ...steps.at(-1), arguments: {} })
      part.begun = true
    }
    if (value.kind !== 'custom') part.plain ||= /^\s*\{/.test(said)
    if (!part.plain && !part.ended) return
    const text = part.plain ? said : argumentsOf({ ...value, arguments: said })
    if (text !== '' && open) delta(open.index, { type: 'arguments_delta', arguments: text })
    part.unsaid = []
    if (part.ended) closeStep()
  }
  const writeOther = (part: OpenPart): void => {
    if (!part.ended) return
    const { value } = part
    carry(value, value.type === 'hosted-call' || value.type === 'hosted-result' ? undefined : value.seal)
    const content = isContent(value) ? encodeContent(value) : undefined
    if (content) delta(beginContent(value), content)
    else if ((value.type === 'hosted-call' || value.type === 'hosted-result') && hintOf(value).type === undefined)
      context.onNotice(notice('hosted-part', value.at ?? ''))
    else for (const step of encodeOther(value)) encodeWhole(step)
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
    if (waiting > context.limits.bufferedBytes && !over)
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
    if (unsaid.has(value.type)) return
    const part: OpenPart = { value, pieces: [], unsaid: [], size: 0, begun: false, plain: false, segment: 0, ended: false }
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
  const changePart = (part: OpenPart, given: Extract<StreamEvent, { type: 'part-delta' }>['delta']): void => {
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
      part.value = addDelta(value, given)
      if (given.type === 'media') hold(part, given.base64)
      else if (given.type === 'arguments') hold(part, given.text)
      if (given.type === 'transcript') context.onNotice(notice('transcript', value.at ?? ''))
      // A call that is written already cannot have a thought in front any more.
      if (given.type === 'seal' && value.type === 'tool-call' && part.begun) late.push({ part: value, seal: given.seal })
    }
    write()
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
      failWith(encodeError({ code: 'server', message: 'the answer failed', retryable: true }))
      return
    }
    const status = encodeStatus(step.status, finish, context)
    if (status === 'failed') {
      failWith(filtered)
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
    say('interaction.completed', { interaction: { id, ...others, ...(usage && { usage: encodeUsage(usage) }) } })
  }

  const encode = (step: StreamEvent): void => {
    switch (step.type) {
      case 'response-start': {
        const { type: _, ...given } = step
        head = given
        usage = given.usage
        walker.extensions(given.extensions, '', context)
        const { id = '', ...others } = encodeHead(
          { ...head, ...(isForeign(head) && { createdAt: (created = head.createdAt ?? context.now()) }) },
          'in_progress',
          context,
        )
        const { updated: __, service_tier: ___, ...first } = others
        say('interaction.created', { interaction: { id, ...first } })
        say('interaction.status_update', { interaction_id: id, status: 'in_progress' })
        return
      }
      case 'part-start':
        if (step.candidate > 0) context.onNotice(notice('candidates', pointer('/candidates', step.candidate)))
        else startPart(step.value, step.part)
        return
      case 'part-delta': {
        const part = parts.get(step.part)
        if (part) changePart(part, step.delta)
        return
      }
      case 'part-end': {
        const part = parts.get(step.part)
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
        if (step.candidate === 0) finish = step.finish
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
        if (step.format !== format) context.onNotice(notice('stream-event', ''))
        else if (step.wire['event_type'] !== undefined && parts.size === 0) out.push(again(step.wire))
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

  return {
    push(step) {
      if (over) return []
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
