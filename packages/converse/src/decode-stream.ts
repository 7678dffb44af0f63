import { failureOfDocument, isWrapped, restoreClientCall, unwrapInput } from '@interlingua/adapter-kit'
import { isJsonObject } from '@interlingua/core'
import type { Context, DecodeState, Failure, Finish, Frame, Json, JsonObject, Machine, Part, StreamEvent } from '@interlingua/core'
import { hasKeys, parseExactJson, statusFromFinishes } from '@interlingua/core/adapter'
import { decodeFinish } from './answers.ts'
import { decodeBlock } from './blocks.ts'
import { decodeCitation } from './citations.ts'
import { errors } from './errors.ts'
import { sealsOfAnswer } from './seals.ts'
import { isServiceTier } from './tiers.ts'
import { decodeUsage } from './usage.ts'
import { format, keep, nothing, type WireEvent } from './wire.ts'

/** A block that has begun and not ended. */
interface OpenBlock {
  /** Number of the part; `undefined`: it is not known yet what the block is, or it is read when it is whole. */
  part: number | undefined
  kind: 'text' | 'thought' | 'call' | 'whole' | 'unknown'
  /** Start of a block that is read when it is whole. */
  start: JsonObject
  /** Pieces of what is read when it is whole: input, content, bytes. */
  readonly pieces: string[]
  readonly content: JsonObject[]
  /** True: an event of the block was passed on as it is. */
  passed: boolean
  /** True: the input of a tool whose raw text stands in one member; it waits until it is whole. */
  waits: boolean
}

/**
 * Reads the events of one stream. An answer ends with `messageStop`, and what it cost comes behind; an exception or an end before it is a
 * failure.
 */
export function createStreamDecoder(context: Context, sent?: DecodeState): Machine<Frame<WireEvent>, StreamEvent> {
  const { limits } = context
  const seals = sealsOfAnswer(context)
  const blocks = new Map<number, OpenBlock>()
  const kept: Record<string, Json> = {}
  let events: StreamEvent[] = []
  let started = false
  let parts = 0
  let held = 0
  let calls = false
  let finish: Finish | undefined
  let over = false

  const fail = (failure: Failure): void => {
    if (over) return
    over = true
    events.push({ type: 'failure', failure }, { type: 'response-end', status: 'failed' })
  }
  const begin = (rest: JsonObject = {}): void => {
    if (!started) events.push(keep({ type: 'response-start', id: '', model: '' }, rest, nothing, { own: true }))
    started = true
  }
  const start = (value: Part): number | undefined => {
    begin()
    if (parts >= limits.parts) {
      fail({ code: 'limit', message: 'the answer has too many blocks', retryable: false })
      return undefined
    }
    if (value.type === 'tool-call') calls = true
    events.push({ type: 'part-start', candidate: 0, part: parts, value })
    return parts++
  }
  const whole = (value: Part): void => {
    const part = start(value)
    if (part !== undefined) events.push({ type: 'part-end', candidate: 0, part })
  }
  const hold = (text: string): void => {
    held += text.length
    if (held > limits.bufferedBytes) fail({ code: 'limit', message: 'a block of the answer is too long to be kept', retryable: false })
  }
  const blockAt = (index: number): OpenBlock | undefined => {
    const known = blocks.get(index)
    if (known) return known
    if (blocks.size >= limits.parts) {
      fail({ code: 'limit', message: 'too many blocks are open at once', retryable: false })
      return undefined
    }
    const block: OpenBlock = { part: undefined, kind: 'unknown', start: {}, pieces: [], content: [], passed: false, waits: false }
    blocks.set(index, block)
    return block
  }
  /** False: nothing is known of such a start. */
  const open = (index: number, given: JsonObject): boolean => {
    close(index)
    const block = blockAt(index)
    if (block === undefined) return true
    const { toolUse, toolResult, image } = given
    if (isJsonObject(toolUse)) return openCall(block, given, toolUse)
    if (isJsonObject(toolResult) || isJsonObject(image)) {
      block.kind = 'whole'
      block.start = given
      hold(JSON.stringify(given))
      return true
    }
    return !hasKeys(given)
  }
  const openCall = (block: OpenBlock, given: JsonObject, toolUse: JsonObject): boolean => {
    const made = withoutPlace(decodeBlock({ ...given, toolUse: { input: {}, ...toolUse } }, '', seals))
    if (made.type === 'tool-call') {
      block.kind = 'call'
      block.waits = isWrapped(made.name, sent)
      block.part = start(restoreClientCall({ ...made, arguments: '' }, sent))
      return true
    }
    if (made.type !== 'hosted-call') return false
    block.kind = 'whole'
    block.start = given
    hold(JSON.stringify(given))
    return true
  }
  /** False: nothing is known of such a change. */
  const change = (block: OpenBlock, delta: JsonObject): boolean => {
    const { text, toolUse, reasoningContent, citation, toolResult, image } = delta
    if (typeof text === 'string') return say(block, text, delta)
    if (isJsonObject(citation)) return cite(block, citation)
    if (isJsonObject(reasoningContent)) return think(block, reasoningContent)
    if (isJsonObject(toolUse) && typeof toolUse['input'] === 'string') return argue(block, toolUse['input'])
    if (Array.isArray(toolResult) && block.kind === 'whole') {
      block.content.push(...toolResult.filter(isJsonObject))
      hold(JSON.stringify(toolResult))
      return true
    }
    const { source } = isJsonObject(image) ? image : {}
    if (block.kind !== 'whole' || !isJsonObject(source) || typeof source['bytes'] !== 'string') return false
    block.pieces.push(source['bytes'])
    hold(source['bytes'])
    return true
  }
  const say = (block: OpenBlock, text: string, { text: _, ...others }: JsonObject): boolean => {
    if (block.kind !== 'text' && block.kind !== 'unknown') return false
    block.kind = 'text'
    if (text === '') return true
    block.part ??= start(keep<Part>({ type: 'text', text: '' }, others, nothing))
    if (block.part !== undefined) events.push({ type: 'part-delta', candidate: 0, part: block.part, delta: { type: 'text', text } })
    return true
  }
  const cite = (block: OpenBlock, wire: JsonObject): boolean => {
    if (block.kind !== 'text' && block.kind !== 'unknown') return false
    block.kind = 'text'
    block.part ??= start({ type: 'text', text: '' })
    const { at: _, ...citation } = decodeCitation(wire, '')
    if (block.part !== undefined) events.push({ type: 'part-delta', candidate: 0, part: block.part, delta: { type: 'citation', citation } })
    return true
  }
  const think = (block: OpenBlock, { text, signature, redactedContent }: JsonObject): boolean => {
    if (block.kind !== 'thought' && block.kind !== 'unknown') return false
    if (typeof redactedContent === 'string') {
      block.kind = 'thought'
      block.pieces.push(redactedContent)
      hold(redactedContent)
      return true
    }
    if (typeof text !== 'string' && typeof signature !== 'string') return false
    block.kind = 'thought'
    block.part ??= start({ type: 'reasoning', segments: [] })
    const { part } = block
    if (part === undefined) return true
    if (typeof text === 'string' && text !== '')
      events.push({ type: 'part-delta', candidate: 0, part, delta: { type: 'reasoning', segment: 0, kind: 'full', text } })
    const seal = typeof signature === 'string' ? seals(signature) : undefined
    if (seal) events.push({ type: 'part-delta', candidate: 0, part, delta: { type: 'seal', seal } })
    return true
  }
  const argue = (block: OpenBlock, text: string): boolean => {
    if (block.kind === 'whole' || block.waits) {
      block.pieces.push(text)
      hold(text)
      return true
    }
    if (block.kind !== 'call' || block.part === undefined) return false
    if (text !== '') events.push({ type: 'part-delta', candidate: 0, part: block.part, delta: { type: 'arguments', text } })
    return true
  }
  const close = (index: number): void => {
    const block = blocks.get(index)
    if (block === undefined || over) return
    blocks.delete(index)
    if (block.kind === 'thought' && block.part === undefined && block.pieces.length > 0) {
      for (const redactedContent of block.pieces) whole(withoutPlace(decodeBlock({ reasoningContent: { redactedContent } }, '', seals)))
      return
    }
    if (block.kind === 'whole') {
      whole(withoutPlace(decodeBlock(wholeOf(block), '', seals)))
      return
    }
    if (block.part === undefined) return
    if (block.waits) {
      const text = unwrapInput(block.pieces.join(''))
      if (text !== '') events.push({ type: 'part-delta', candidate: 0, part: block.part, delta: { type: 'arguments', text } })
    }
    events.push({ type: 'part-end', candidate: 0, part: block.part })
  }
  /** False: nothing is known of the block. */
  const closes = (index: number): boolean => {
    const block = blocks.get(index)
    close(index)
    return block === undefined || block.kind !== 'unknown' || !block.passed
  }
  const stop = ({ stopReason, additionalModelResponseFields, ...others }: JsonObject): void => {
    begin()
    for (const index of blocks.keys()) close(index)
    if (over) return
    const { finish: made, left } = decodeFinish(wordOf(stopReason), calls, additionalModelResponseFields)
    finish = withoutPlace(made)
    Object.assign(kept, others, left !== undefined && { additionalModelResponseFields: left })
    events.push({ type: 'candidate-end', candidate: 0, finish })
  }
  const readCosts = ({ usage, serviceTier, ...others }: JsonObject): void => {
    begin()
    if (isJsonObject(usage)) events.push({ type: 'usage', usage: withoutPlace(decodeUsage(usage)) })
    else if (usage !== undefined) kept['usage'] = usage
    const tier = isJsonObject(serviceTier) && Object.keys(serviceTier).length === 1 ? serviceTier['type'] : undefined
    if (isServiceTier(tier)) events.push({ type: 'usage', serviceTier: tier })
    else if (serviceTier !== undefined) kept['serviceTier'] = serviceTier
    Object.assign(kept, others)
    if (finish) end()
  }
  const end = (): void => {
    if (over) return
    over = true
    events.push(keep({ type: 'response-end', status: statusFromFinishes([finish]) }, kept, nothing))
  }
  /** False: nothing is known of such an event. */
  const read = ({ name, value }: WireEvent): boolean => {
    const { contentBlockIndex: index, start: given, delta, role: _, ...others } = value
    if (name === 'exception') {
      fail(failureOfDocument(format, errors, { ...value, __type: wordOf(value['type']) }))
      return true
    }
    if (name === 'metadata') {
      readCosts(value)
      return true
    }
    if (finish) return true
    switch (name) {
      case 'messageStart':
        begin(others)
        return true
      case 'contentBlockStart':
        return typeof index === 'number' && open(index, isJsonObject(given) ? given : {})
      case 'contentBlockDelta': {
        if (typeof index !== 'number' || !isJsonObject(delta)) return false
        const block = blockAt(index)
        return block === undefined || change(block, delta)
      }
      case 'contentBlockStop':
        return typeof index === 'number' && closes(index)
      case 'messageStop':
        stop(value)
        return true
      default:
        return false
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
        begin()
        const { contentBlockIndex: index } = frame.wire.value
        const known = typeof index === 'number' ? blocks.get(index) : undefined
        if (known) known.passed = true
        events.push({ type: 'opaque', format, wire: { ...frame.wire } })
      }
      return taken()
    },
    end() {
      if (finish) end()
      else fail({ code: 'truncated-stream', message: 'the stream ended before messageStop', retryable: true })
      return taken()
    },
    settled: () => finish !== undefined || over,
  }
}

/** Block of a document for a block of a stream that is whole. */
function wholeOf({ start, pieces, content }: OpenBlock): JsonObject {
  const { toolUse, toolResult, image } = start
  if (isJsonObject(toolUse)) return { ...start, toolUse: { ...toolUse, ...inputOf(pieces.join('')) } }
  if (isJsonObject(toolResult)) return { ...start, toolResult: { ...toolResult, content } }
  return { ...start, image: { ...(isJsonObject(image) ? image : {}), source: { bytes: pieces.join('') } } }
}

function inputOf(text: string): JsonObject {
  const input = text === '' ? {} : parseExactJson(text)
  return { input: input ?? text }
}

function withoutPlace<T extends { readonly at?: unknown }>({ at: _, ...value }: T): T {
  return value as unknown as T // the same without a member that may be missing
}

/** Text of a value that is no text: hostile objects have no usable toString. */
function wordOf(value: JsonObject[string] | undefined): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}
