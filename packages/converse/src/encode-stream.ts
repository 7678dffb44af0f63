import { placeOfCandidate } from '@interlingua/adapter-kit'
import { isJsonObject, mergeUsage, pointer } from '@interlingua/core'
import type {
  Citation,
  Context,
  EncodeState,
  Failure,
  Finish,
  Frame,
  Item,
  Json,
  JsonObject,
  Machine,
  Part,
  Seal,
  StreamEvent,
  ToolCallPart,
  Usage,
} from '@interlingua/core'
import { addDelta, createFrameRest, createOnce, hasKeys, mergeExtensions, mergeRest, sealCarrier } from '@interlingua/core/adapter'
import { encodeFinish, encodeSequence } from './answers.ts'
import { argumentsOf, encodeBlock } from './blocks.ts'
import { encodeCitation, isCitable } from './citations.ts'
import { exceptionOf } from './errors.ts'
import { answerWalker as walker, notice, unsayable } from './notices.ts'
import { answerPart, encodeTail, isMute, latencyOf, withoutMark } from './response.ts'
import { encodeSeal, isOwnSeal } from './seals.ts'
import { format, hintOf, restore, type WireEvent } from './wire.ts'

type Start = Extract<StreamEvent, { type: 'response-start' }>
type Delta = Extract<StreamEvent, { type: 'part-delta' }>['delta']

/** A part that is being written, or waits until it may be. */
interface OpenPart {
  readonly number: number
  /** The part so far, without the text that is written already. */
  value: Part
  /** Text and citations that are not written yet. */
  unsaid: (string | Citation)[]
  size: number
  /** Number of its block; absent: it has none yet. */
  index?: number
  /** The arguments begin like an object: they are written as they come. Others are wrapped when they are whole. */
  plain: boolean
  segment: number
  /** A piece of its text is written. */
  begun: boolean
  ended: boolean
}

/** Writes an answer as the events of a stream: one block is open at a time, and other parts wait, as far as the limits allow. */
export function createStreamEncoder(side: Context, asked?: EncodeState): Machine<StreamEvent, Frame<WireEvent>> {
  const context = createOnce(side)
  /** Keys of events of this format that no field has, until the same event of their part is written. */
  const rest = createFrameRest()
  const parts = new Map<number, OpenPart>()
  let out: WireEvent[] = []
  let head: Omit<Start, 'type'> = { id: '', model: '' }
  let since = 0
  let next = 0
  let waiting = 0
  let calls = false
  let finish: Finish | undefined
  let usage: Usage | undefined
  let over = false
  /** Seals that came behind the beginning of their calls. */
  const late: { readonly part: Part; readonly seal: Seal }[] = []

  /** `number`: the part that the event belongs to. */
  const say = (name: string, value: JsonObject, number?: number): void => {
    out.push({ name, value: rest.isIdle() ? value : withRest(name, value, number) })
  }
  const withRest = (name: string, value: JsonObject, number: number | undefined): JsonObject => {
    const joined = rest.join(placeOf(name, number), value)
    // A block that begins with its first delta has no event for its start.
    return name === 'contentBlockDelta' ? rest.join(placeOf('contentBlockStart', number), joined) : joined
  }
  const delta = (contentBlockIndex: number, given: JsonObject, number?: number): void =>
    say('contentBlockDelta', { contentBlockIndex, delta: given }, number)
  /** Keys for which no event came go to the last one. */
  const sayLast = (name: string, value: JsonObject): void => {
    const whole: Record<string, Json> = { ...value }
    for (const { contentBlockIndex: _, ...left } of rest.takeAll()) mergeRest(whole, left)
    say(name, whole)
  }
  const fail = (failure: Pick<Failure, 'code' | 'message' | 'raw'>): void => {
    over = true
    const { name, value } = exceptionOf(failure)
    sayLast(name, restore<JsonObject>(value, head))
  }

  /** A block that is known as a whole. */
  const writeWhole = (value: Part, number?: number): void => {
    const block = encodeBlock(value)
    if (block === undefined) return
    const contentBlockIndex = next++
    const { text } = block
    const { toolUse, toolResult, image, reasoningContent } = block as Readonly<Record<string, JsonObject | undefined>> // blocks hold objects
    if (toolUse) {
      const { input = {}, ...start } = toolUse
      say('contentBlockStart', { contentBlockIndex, start: { ...block, toolUse: start } }, number)
      delta(contentBlockIndex, { toolUse: { input: JSON.stringify(input) } }, number)
    } else if (toolResult) {
      const { content = [], ...start } = toolResult
      say('contentBlockStart', { contentBlockIndex, start: { ...block, toolResult: start } }, number)
      delta(contentBlockIndex, { toolResult: content }, number)
    } else if (image) {
      const { source = {}, ...start } = image
      say('contentBlockStart', { contentBlockIndex, start: { ...block, image: start } }, number)
      delta(contentBlockIndex, { image: { source } }, number)
    } else if (reasoningContent) {
      const { reasoningText, ...others } = reasoningContent
      delta(contentBlockIndex, { reasoningContent: { ...(reasoningText as JsonObject | undefined), ...others } }, number) // a block holds an object there
    } else if (typeof text === 'string') delta(contentBlockIndex, block, number)
    else say('contentBlockStart', { contentBlockIndex, start: block }, number)
    say('contentBlockStop', { contentBlockIndex }, number)
  }
  /** Seal of another format, in a thought of its own. */
  const carry = (part: Part, seal: Seal | undefined): void => {
    if (seal === undefined || seal.format === format) return
    if (context.policy.carryForeignSeals) writeWhole(sealCarrier(part, seal))
    else context.onNotice(notice('foreign-seal', part.at ?? ''))
  }

  const writeText = (part: OpenPart, value: Extract<Part, { type: 'text' | 'refusal' }>): void => {
    const said: (string | Citation)[] = []
    for (const piece of part.unsaid) {
      const last = said.at(-1)
      if (typeof piece === 'string' && typeof last === 'string') said[said.length - 1] = last + piece
      else if (piece !== '') said.push(piece)
    }
    for (const piece of said) {
      part.index ??= next++
      // The first piece says what stands beside the text.
      const text = part.begun ? undefined : value
      if (typeof piece === 'string') delta(part.index, text ? restore<JsonObject>({ text: piece }, text) : { text: piece }, part.number)
      else delta(part.index, { citation: encodeCitation(piece) }, part.number)
      part.begun ||= typeof piece === 'string'
    }
    if (!part.ended) return
    if (part.index === undefined && !isMute(value) && value.seal === undefined) {
      part.index = next++
      delta(part.index, restore<JsonObject>({ text: '' }, value), part.number)
    }
    if (part.index !== undefined) say('contentBlockStop', { contentBlockIndex: part.index }, part.number)
    carry(value, value.seal)
  }
  const writeThought = (part: OpenPart, value: Extract<Part, { type: 'reasoning' }>): void => {
    const text = part.unsaid.join('')
    if (text !== '') {
      part.index ??= next++
      delta(part.index, { reasoningContent: { text } }, part.number)
    }
    if (!part.ended) return
    const foreign = value.seal !== undefined && !isOwnSeal(value.seal) && !context.policy.carryForeignSeals
    if (foreign) context.onNotice(notice('foreign-seal', value.at ?? ''))
    const { seal: _, ...bare } = value
    const sealed = foreign ? bare : value
    if (part.index === undefined) {
      const shown = answerPart(sealed, context)
      if (shown) writeWhole(shown, part.number)
      return
    }
    const signature = encodeSeal(sealed)
    if (signature !== undefined) delta(part.index, { reasoningContent: { signature } }, part.number)
    say('contentBlockStop', { contentBlockIndex: part.index }, part.number)
  }
  /** True: nothing of the call waits any more. */
  const writeCall = (part: OpenPart, value: ToolCallPart): boolean => {
    const said = part.unsaid.join('')
    if (part.index === undefined) {
      carry(value, value.seal)
      part.index = next++
      const { toolUse, ...beside } = encodeBlock({ ...value, arguments: '' }) ?? {}
      const { input: _, ...start } = toolUse as JsonObject // the block of a call
      say('contentBlockStart', { contentBlockIndex: part.index, start: { toolUse: start, ...beside } }, part.number)
    }
    if (value.kind !== 'custom') part.plain ||= /^\s*\{/.test(said)
    if (!part.plain && !part.ended) return false
    // A call without arguments has one piece, which some readers wait for.
    const text = part.plain ? said : argumentsOf({ ...value, arguments: said })
    if (text !== '') delta(part.index, { toolUse: { input: text } }, part.number)
    if (part.ended) say('contentBlockStop', { contentBlockIndex: part.index }, part.number)
    return true
  }
  const writeOther = ({ value, number }: OpenPart): void => {
    const shown = answerPart(value, context)
    if (shown) writeWhole(shown, number)
    carry(value, value.seal)
  }
  const writePart = (part: OpenPart): void => {
    const { value } = part
    if (value.type === 'tool-call') {
      if (!writeCall(part, value)) return
    } else if (value.type === 'text' || value.type === 'refusal') writeText(part, value)
    else if (value.type === 'reasoning') writeThought(part, value)
    else if (part.ended) writeOther(part)
    else return
    part.unsaid = []
    waiting -= part.size
    part.size = 0
  }
  const write = (): void => {
    for (const [number, part] of parts) {
      writePart(part)
      if (!part.ended) break
      parts.delete(number)
    }
    if (waiting + rest.held() > context.limits.bufferedBytes && !over)
      fail({ code: 'limit', message: 'too many parts of the answer are open at once' })
  }
  const hold = (part: OpenPart, size: number): void => {
    part.size += size
    waiting += size
  }
  const hear = (part: OpenPart, text: string): void => {
    if (text === '') return
    part.unsaid.push(text)
    hold(part, text.length)
  }
  const hearCitation = (part: OpenPart, citation: Citation, at: Citation['at']): void => {
    if (!isCitable(citation)) {
      context.onNotice(notice('citation', citation.at ?? at ?? ''))
      return
    }
    if (citation.span) context.onNotice(notice('citation-span', citation.at ?? at ?? ''))
    walker.extensions(citation.extensions, citation.at ?? at ?? '', context)
    part.unsaid.push(citation)
    hold(part, 1)
  }

  const startPart = (marked: Part, number: number): void => {
    const given = withoutMark(marked, context)
    const { citations = [], ...plain } = given.type === 'text' ? given : { citations: undefined }
    const value = given.type === 'text' ? (plain as Part) : given // a text without its citations
    // A foreign seal is carried in a thought of its own, which tells its own fate.
    const { seal: _, ...unsealed } = value
    walker.part(unsealed as Part, context) // the same part without an optional field
    if (value.type === 'refusal') context.onNotice(notice('refusal', value.at ?? ''))
    if (unsayable.has(value.type)) return
    const part: OpenPart = { number, value, unsaid: [], size: 0, plain: false, segment: 0, begun: false, ended: false }
    parts.set(number, part)
    if (value.type === 'text' || value.type === 'refusal') {
      hear(part, value.text)
      citations.forEach((citation, index) => hearCitation(part, citation, pointer(value.at ?? '', 'citations', index)))
      part.value = { ...value, text: '' }
    } else if (value.type === 'tool-call') {
      calls = true
      hear(part, value.arguments)
    } else if (value.type === 'reasoning') {
      const texts = value.segments.map(({ text }) => text).filter((text) => text !== '')
      hear(part, texts.join('\n\n'))
      part.segment = Math.max(0, value.segments.length - 1)
      part.value = { ...value, segments: [] }
    }
    write()
  }
  const changePart = (part: OpenPart, given: Delta): void => {
    const { value } = part
    if (given.type === 'text' && (value.type === 'text' || value.type === 'refusal')) hear(part, given.text)
    else if (given.type === 'arguments' && value.type === 'tool-call') hear(part, given.text)
    else if (given.type === 'citation') hearCitation(part, given.citation, value.at)
    else if (given.type === 'reasoning') {
      const apart = given.segment !== part.segment && (part.index !== undefined || part.unsaid.length > 0)
      part.segment = given.segment
      hear(part, apart && given.text !== '' ? `\n\n${given.text}` : given.text)
    } else if (given.type === 'logprobs') context.onNotice(notice('logprobs', value.at ?? ''))
    else {
      part.value = addDelta(value, given)
      if (given.type === 'media') hold(part, given.base64.length)
      else if (given.type === 'arguments' || given.type === 'transcript') hold(part, given.text.length)
      // A call that is written already cannot have a thought in front any more.
      if (given.type === 'seal' && value.type === 'tool-call' && part.index !== undefined) late.push({ part: value, seal: given.seal })
    }
    write()
  }

  const hearItem = (item: Item | undefined): void => {
    if (item === undefined) return
    if (item.phase !== undefined) context.onNotice(notice('item-phase', pointer(item.at ?? '', 'phase')))
    walker.extensions(item.extensions, item.at ?? '', context)
  }

  const end = (step: Extract<StreamEvent, { type: 'response-end' }>): void => {
    for (const part of parts.values()) part.ended = true
    write()
    if (over) return
    over = true
    walker.extensions(step.extensions, '', context)
    if (finish) walker.finish(finish, finish.at ?? '', context)
    if (usage) walker.usage(usage, usage.at ?? '/usage', context)
    if (step.status === 'failed') {
      fail({ code: 'server', message: 'the answer failed' })
      return
    }
    const own = hintOf(head).own === true
    const extensions = mergeExtensions(head.extensions, step.extensions)
    const { additionalModelResponseFields: left, ...others } = restore<Record<string, Json>>({}, { ...(extensions && { extensions }) })
    const told = encodeSequence(finish, asked?.request, 'stream', context)
    const fields = { ...(left as JsonObject | undefined), ...told } // members of the model
    const stop = {
      stopReason: encodeFinish(finish, calls, context),
      ...(hasKeys(fields) && { additionalModelResponseFields: fields }),
    }
    const { serviceTier } = head
    const tail = encodeTail({ ...(usage && { usage }), ...(serviceTier !== undefined && { serviceTier }) }, own, asked, context)
    const last = { ...tail, ...(!own && { metrics: { latencyMs: latencyOf(since, context) } }), ...others }
    if (hasKeys(last)) {
      say('messageStop', stop)
      sayLast('metadata', last)
    } else sayLast('messageStop', stop)
  }

  const encode = (step: StreamEvent): void => {
    switch (step.type) {
      case 'response-start': {
        const { type: _, ...given } = step
        head = given
        since = context.now()
        usage = given.usage
        walker.extensions(given.extensions, '', context)
        say('messageStart', { role: 'assistant' })
        return
      }
      case 'part-start':
        if (step.candidate > 0) context.onNotice(notice('candidates', placeOfCandidate(step.candidate, step.value.at)))
        else {
          hearItem(step.item)
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
        if (step.candidate === 0) hearItem(step.item)
        if (part === undefined) return
        part.ended = true
        const extensions = mergeExtensions(part.value.extensions, step.extensions)
        if (step.extensions && extensions) {
          walker.extensions(step.extensions, part.value.at ?? '', context)
          part.value = { ...part.value, extensions }
        }
        write()
        // Another block may be open behind this one.
        if (parts.size === 0) for (const { part: sealed, seal } of late.splice(0)) carry(sealed, seal)
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
        if (step.format === format) repeat(step)
        else if (step.keys === undefined) context.onNotice(notice('stream-event', ''))
        else for (const key of step.keys) context.onNotice(notice('foreign-field', key))
        return
      case 'response-end':
        end(step)
    }
  }
  /** An event that the decoder did not know, with the number that its block has here. */
  const repeat = ({ wire: { name, value, rest: left } }: Extract<StreamEvent, { type: 'opaque' }>): void => {
    if (isJsonObject(left)) {
      const { contentBlockIndex: number, ...keys } = left
      rest.hold(placeOf(String(name), typeof number === 'number' ? number : undefined), keys)
      return
    }
    const members = value as JsonObject // the decoder made the event
    const { contentBlockIndex: index } = members
    const [first] = parts.values()
    const open = first?.index
    if (typeof index !== 'number') out.push({ name: String(name), value: members })
    else if (open !== undefined) out.push({ name: String(name), value: { ...members, contentBlockIndex: open } })
    else {
      next = Math.max(next, index + 1)
      out.push({ name: String(name), value: members })
    }
  }
  const take = (): readonly Frame<WireEvent>[] => {
    const said = out
    out = []
    return said.map((wire) => ({ type: 'event', wire }))
  }
  /** The event of a delta that the open block takes as it is, as nearly all are; `undefined` for any other. */
  const quickly = (number: number, given: Delta): WireEvent | undefined => {
    const part = parts.size === 1 ? parts.get(number) : undefined
    if (part?.index === undefined || !('text' in given) || given.text === '') return undefined
    const { text } = given
    const { index: contentBlockIndex, value } = part
    if (given.type === 'text' && (value.type === 'text' || value.type === 'refusal') && part.begun)
      return { name: 'contentBlockDelta', value: { contentBlockIndex, delta: { text } } }
    if (given.type === 'arguments' && value.type === 'tool-call' && part.plain)
      return { name: 'contentBlockDelta', value: { contentBlockIndex, delta: { toolUse: { input: text } } } }
    if (given.type === 'reasoning' && value.type === 'reasoning' && given.segment === part.segment)
      return { name: 'contentBlockDelta', value: { contentBlockIndex, delta: { reasoningContent: { text } } } }
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
      return take()
    },
    end() {
      if (over) return []
      fail({ code: 'server', message: 'the stream ended before its end' })
      return take()
    },
  }
}

function placeOf(name: string, number: number | undefined): string {
  return `${name} ${String(number)}`
}
