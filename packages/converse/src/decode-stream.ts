import {
  createBeside,
  createBesideKeys,
  failureOfDocument,
  isWrapped,
  restoreClientCall,
  unwrapInput,
  type Beside,
} from '@interlingua/adapter-kit'
import { isJsonObject, pointer } from '@interlingua/core'
import type { Context, DecodeState, Failure, Finish, Frame, Json, JsonObject, Machine, Part, Pointer, StreamEvent } from '@interlingua/core'
import {
  createKeyRenamer,
  hasKeys,
  jsonSize,
  parseExactJson,
  statusFromFinishes,
  unreadKeys,
  type KeyRenamer,
} from '@interlingua/core/adapter'
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
  /** Place in the answer that the stream stands for. */
  readonly at: Pointer
  /** Keys that no field of the model has, of events before a part of the block began. */
  readonly beside: Beside[]
  /** Citations that came. */
  cited: number
  /** Number of the part that began last. */
  lastPart: number | undefined
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
  /** Renamer of the arguments of a tool that has other ones here. Absent: they are its own. */
  keys?: KeyRenamer
}

const startKeys: ReadonlySet<string> = new Set(['contentBlockIndex', 'start'])
const deltaKeys: ReadonlySet<string> = new Set(['contentBlockIndex', 'delta'])
const stopKeys: ReadonlySet<string> = new Set(['contentBlockIndex'])
const roleKeys: ReadonlySet<string> = new Set(['role'])
/** Members of deltas, each alone. */
const memberKeys = {
  text: new Set(['text']),
  citation: new Set(['citation']),
  reasoningContent: new Set(['reasoningContent']),
  toolUse: new Set(['toolUse']),
  toolResult: new Set(['toolResult']),
  image: new Set(['image']),
} as const satisfies Readonly<Record<string, ReadonlySet<string>>>
const imageKeys: ReadonlySet<string> = new Set(['source'])
const bytesKeys: ReadonlySet<string> = new Set(['bytes'])
const redactedKeys: ReadonlySet<string> = new Set(['redactedContent'])
const thoughtKeys: ReadonlySet<string> = new Set(['text', 'signature'])
const inputKeys: ReadonlySet<string> = new Set(['input'])
const startTypes: ReadonlySet<string> = new Set(['contentBlockStart'])
const empty: JsonObject = {}

/**
 * Reads the events of one stream. An answer ends with `messageStop`, and what it cost comes behind; an exception or an end before it is a
 * failure.
 */
export function createStreamDecoder(context: Context, sent?: DecodeState): Machine<Frame<WireEvent>, StreamEvent> {
  const { limits } = context
  const seals = sealsOfAnswer(context)
  const scope = { seals }
  const blocks = new Map<number, OpenBlock>()
  const kept: Record<string, Json> = {}
  let events: StreamEvent[] = []
  let started = false
  let parts = 0
  /** Blocks that have begun. */
  let begun = 0
  let held = 0
  let calls = false
  let finish: Finish | undefined
  let over = false
  /** The block that the last event is about. */
  let about: OpenBlock | undefined

  const fail = (failure: Failure): void => {
    if (over) return
    over = true
    events.push({ type: 'failure', failure }, { type: 'response-end', status: 'failed' })
  }
  const begin = (rest: JsonObject = {}): void => {
    if (!started) events.push(keep({ type: 'response-start', id: '', model: '' }, rest, nothing, { own: true }))
    started = true
  }
  const hold = (size: number): void => {
    held += size
    if (held > limits.bufferedBytes) fail({ code: 'limit', message: 'a block of the answer is too long to be kept', retryable: false })
  }
  const report = ({ type, more, keys }: Beside, part: number | undefined): void => {
    if (over) return
    begin()
    const value = part === undefined ? more : { contentBlockIndex: part, ...more }
    events.push({ type: 'opaque', format, wire: { name: type, rest: value }, keys })
  }
  const { note: noteKeys, release } = createBesideKeys(report, hold)
  /** Tells keys that no field has, in the object at `within` of an event, of the open part or of the one that begins next. */
  const note = (block: OpenBlock, type: string, more: JsonObject, within = ''): void => {
    if (more === empty) return
    const segments = within === '' ? [] : within.split('/')
    const inner = segments.reduce((value: JsonObject, key) => (isJsonObject(value[key]) ? value[key] : empty), more)
    const at = pointer(block.at, ...segments.slice(1))
    const keys = Object.keys(inner).map((key) => pointer(at, key))
    noteKeys(block.beside, createBeside(type, more, keys), block.part ?? block.lastPart)
  }
  /** Tells keys beside a member of a delta, and in it. */
  const noteInside = (
    block: OpenBlock,
    delta: JsonObject,
    member: keyof typeof memberKeys,
    inner?: JsonObject,
    read: ReadonlySet<string> = nothing,
  ): void => {
    const others = unreadKeys(delta, memberKeys[member])
    if (others) note(block, 'contentBlockDelta', { delta: others }, 'delta')
    const left = inner && unreadKeys(inner, read)
    if (left) note(block, 'contentBlockDelta', { delta: { [member]: left } }, `delta/${member}`)
  }
  const start = (value: Part, block: OpenBlock): number | undefined => {
    begin()
    if (parts >= limits.parts) {
      fail({ code: 'limit', message: 'the answer has too many blocks', retryable: false })
      return undefined
    }
    if (value.type === 'tool-call') calls = true
    const part = parts++
    // A writer may begin the block with the part.
    release(block.beside, part, startTypes)
    events.push({ type: 'part-start', candidate: 0, part, value })
    block.lastPart = part
    release(block.beside, part)
    return part
  }
  const whole = (value: Part, block: OpenBlock): void => {
    const part = start(value, block)
    if (part !== undefined) events.push({ type: 'part-end', candidate: 0, part })
  }
  const blockAt = (index: number): OpenBlock | undefined => {
    const known = blocks.get(index)
    if (known) return known
    if (blocks.size >= limits.parts) {
      fail({ code: 'limit', message: 'too many blocks are open at once', retryable: false })
      return undefined
    }
    const block: OpenBlock = {
      at: pointer('/output/message/content', begun++),
      beside: [],
      cited: 0,
      lastPart: undefined,
      part: undefined,
      kind: 'unknown',
      start: empty,
      pieces: [],
      content: [],
      passed: false,
      waits: false,
    }
    blocks.set(index, block)
    return block
  }
  /** False: nothing is known of such a start. */
  const open = (index: number, given: JsonObject, around: JsonObject): boolean => {
    close(index)
    const block = (about = blockAt(index))
    if (block === undefined) return true
    const { toolUse, toolResult, image } = given
    if (isJsonObject(toolUse)) return openCall(block, given, toolUse, around)
    if (isJsonObject(toolResult) || isJsonObject(image)) return openWhole(block, given, around)
    if (hasKeys(given)) return false
    note(block, 'contentBlockStart', around)
    return true
  }
  const openWhole = (block: OpenBlock, given: JsonObject, around: JsonObject): true => {
    block.kind = 'whole'
    block.start = given
    note(block, 'contentBlockStart', around)
    hold(jsonSize(given))
    return true
  }
  const openCall = (block: OpenBlock, given: JsonObject, toolUse: JsonObject, around: JsonObject): boolean => {
    const made = decodeBlock({ ...given, toolUse: { input: {}, ...toolUse } }, block.at, scope)
    if (made.type === 'hosted-call') return openWhole(block, given, around)
    if (made.type !== 'tool-call') return false
    note(block, 'contentBlockStart', around)
    block.kind = 'call'
    block.waits = isWrapped(made.name, sent)
    const names = sent?.reversals?.argumentKeys?.get(made.name)
    if (names) block.keys = createKeyRenamer(names)
    block.part = start(restoreClientCall({ ...made, arguments: '' }, sent), block)
    return true
  }
  /** False: nothing is known of such a change. */
  const change = (block: OpenBlock, delta: JsonObject): boolean => {
    const { text, toolUse, reasoningContent, citation, toolResult, image } = delta
    if (typeof text === 'string') return say(block, text, delta)
    if (isJsonObject(citation)) return cite(block, citation, delta)
    if (isJsonObject(reasoningContent)) return think(block, reasoningContent, delta)
    if (isJsonObject(toolUse) && typeof toolUse['input'] === 'string') return argue(block, toolUse['input'], toolUse, delta)
    if (Array.isArray(toolResult) && block.kind === 'whole') {
      noteInside(block, delta, 'toolResult')
      block.content.push(...toolResult.filter(isJsonObject))
      hold(jsonSize(toolResult))
      return true
    }
    const { source } = isJsonObject(image) ? image : {}
    if (block.kind !== 'whole' || !isJsonObject(image) || !isJsonObject(source) || typeof source['bytes'] !== 'string') return false
    noteInside(block, delta, 'image', image, imageKeys)
    const left = unreadKeys(source, bytesKeys)
    if (left) note(block, 'contentBlockDelta', { delta: { image: { source: left } } }, 'delta/image/source')
    block.pieces.push(source['bytes'])
    hold(source['bytes'].length)
    return true
  }
  const say = (block: OpenBlock, text: string, delta: JsonObject): boolean => {
    if (block.kind !== 'text' && block.kind !== 'unknown') return false
    block.kind = 'text'
    if (block.part === undefined && text !== '') {
      const { text: _, ...others } = delta
      block.part = start(keep<Part>({ type: 'text', text: '', at: block.at }, others, nothing), block)
    } else noteInside(block, delta, 'text')
    if (text !== '' && block.part !== undefined)
      events.push({ type: 'part-delta', candidate: 0, part: block.part, delta: { type: 'text', text } })
    return true
  }
  const cite = (block: OpenBlock, wire: JsonObject, delta: JsonObject): boolean => {
    if (block.kind !== 'text' && block.kind !== 'unknown') return false
    block.kind = 'text'
    noteInside(block, delta, 'citation')
    block.part ??= start({ type: 'text', text: '', at: block.at }, block)
    const citation = decodeCitation(wire, pointer(block.at, 'citationsContent', 'citations', block.cited++))
    if (block.part !== undefined) events.push({ type: 'part-delta', candidate: 0, part: block.part, delta: { type: 'citation', citation } })
    return true
  }
  const think = (block: OpenBlock, wire: JsonObject, delta: JsonObject): boolean => {
    const { text, signature, redactedContent } = wire
    if (block.kind !== 'thought' && block.kind !== 'unknown') return false
    if (typeof redactedContent === 'string') {
      block.kind = 'thought'
      noteInside(block, delta, 'reasoningContent', wire, redactedKeys)
      block.pieces.push(redactedContent)
      hold(redactedContent.length)
      return true
    }
    if (typeof text !== 'string' && typeof signature !== 'string') return false
    block.kind = 'thought'
    noteInside(block, delta, 'reasoningContent', wire, thoughtKeys)
    block.part ??= start({ type: 'reasoning', segments: [], at: block.at }, block)
    const { part } = block
    if (part === undefined) return true
    if (typeof text === 'string' && text !== '')
      events.push({ type: 'part-delta', candidate: 0, part, delta: { type: 'reasoning', segment: 0, kind: 'full', text } })
    const seal = typeof signature === 'string' ? seals(signature) : undefined
    if (seal) events.push({ type: 'part-delta', candidate: 0, part, delta: { type: 'seal', seal } })
    return true
  }
  const pass = (part: number, text: string): void => {
    if (text !== '') events.push({ type: 'part-delta', candidate: 0, part, delta: { type: 'arguments', text } })
  }
  const argue = (block: OpenBlock, text: string, wire: JsonObject, delta: JsonObject): boolean => {
    if (block.kind === 'whole' || block.waits) {
      noteInside(block, delta, 'toolUse', wire, inputKeys)
      block.pieces.push(text)
      hold(text.length)
      return true
    }
    if (block.kind !== 'call' || block.part === undefined) return false
    noteInside(block, delta, 'toolUse', wire, inputKeys)
    pass(block.part, block.keys?.push(text) ?? text)
    return true
  }
  const close = (index: number, around: JsonObject = empty): void => {
    const block = blocks.get(index)
    if (block === undefined || over) return
    blocks.delete(index)
    note(block, 'contentBlockStop', around)
    if (block.kind === 'thought' && block.part === undefined)
      for (const redactedContent of block.pieces) whole(decodeBlock({ reasoningContent: { redactedContent } }, block.at, scope), block)
    else if (block.kind === 'whole') whole(decodeBlock(wholeOf(block), block.at, scope), block)
    else if (block.part !== undefined) closePart(block, block.part)
    release(block.beside, undefined)
  }
  const closePart = (block: OpenBlock, part: number): void => {
    if (block.waits) pass(part, unwrapInput(block.pieces.join('')))
    pass(part, block.keys?.end() ?? '')
    events.push({ type: 'part-end', candidate: 0, part })
  }
  /** False: nothing is known of the block. */
  const closes = (index: number, around: JsonObject): boolean => {
    const block = (about = blocks.get(index))
    if (block?.kind === 'unknown' && block.passed) {
      blocks.delete(index)
      release(block.beside, undefined)
      return false
    }
    close(index, around)
    return true
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
    const { contentBlockIndex: index, start: given, delta } = value
    about = undefined
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
        begin(unreadKeys(value, roleKeys))
        return true
      case 'contentBlockStart':
        return typeof index === 'number' && open(index, isJsonObject(given) ? given : empty, unreadKeys(value, startKeys) ?? empty)
      case 'contentBlockDelta': {
        if (typeof index !== 'number' || !isJsonObject(delta)) return false
        const block = (about = blockAt(index))
        if (block === undefined) return true
        const around = unreadKeys(value, deltaKeys)
        if (!change(block, delta)) return false
        if (around) note(block, 'contentBlockDelta', around)
        return true
      }
      case 'contentBlockStop':
        return typeof index === 'number' && closes(index, unreadKeys(value, stopKeys) ?? empty)
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
        if (about) about.passed = true
        events.push({ type: 'opaque', format, wire: { ...frame.wire }, ...(about && { keys: keysOf(frame.wire, about.at) }) })
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

/** Returns the places of the members of an unknown event of a block. */
function keysOf({ value }: WireEvent, at: Pointer): readonly Pointer[] {
  const { contentBlockIndex: _, start, delta, ...around } = value
  return [start, delta, around].flatMap((given) => (isJsonObject(given) ? Object.keys(given).map((key) => pointer(at, key)) : []))
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
