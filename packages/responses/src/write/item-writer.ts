import { isJsonObject, mergeExtensions, sealBearer } from '@interlingua/core'
import type { Context, Delta, Extensions, HostedCallPart, HostedResultPart, Item, Json, JsonObject, Part } from '@interlingua/core'
import { fates } from '../answer-fates.ts'
import { answerCitation, answerPart, isHostedHere, plainPart } from '../answer-part.ts'
import type { Bag } from '../extension.ts'
import { notice } from '../notices.ts'
import { encodeAnnotation } from '../parts/citation.ts'
import type { EncodeScope } from '../parts/codec.ts'
import { encodeContent, encodeItem, isContent } from '../parts/index.ts'
import { isOutputItem } from '../parts/hosted.ts'
import { encodeLogprobs } from '../parts/logprobs.ts'
import { encodeMessage } from '../parts/message.ts'
import { callTypeOf } from '../parts/tool-call.ts'
import type { Spoken } from '../finish-reason.ts'
import type { WireFrame } from '../wire-frame.ts'
import type { WireStreamEvent } from '../wire/wire-response.ts'
import { initialDeltas } from './initial-deltas.ts'
import { addedItem, middleEvents, ticks } from './item-events.ts'
import { createWriting, emptyStart, wholeOf } from './writing.ts'
import type { Way, Writing, WrittenItem } from './writing.ts'

/** Parts in, items out. */
export interface ItemWriter {
  /** Units that are held until the end: the last event repeats all of the answer. */
  readonly held: number
  readonly spoken: Spoken
  start(part: number, value: Part, item: Item | undefined): void
  /** The event of a delta that an open item takes as it is, which is nearly all of a stream; `undefined` for any other. */
  speak(part: number, delta: Delta): WireStreamEvent | undefined
  delta(part: number, delta: Delta): void
  end(part: number, item: Item | undefined, extensions: Extensions | undefined): void
  /** Whatever is open ends; gives all items. */
  finish(): readonly JsonObject[]
  /** The items of an answer that failed, as far as they came. */
  soFar(): readonly JsonObject[]
}

interface Speaking {
  readonly part: number
  readonly writing: Writing
}

const noLogprobs: readonly Json[] = []
const silent: Speaking = { part: -1, writing: createWriting({ type: 'text', text: '' }, 'whole') }

/** `own`: the answer came in this format, whose items keep their spelling. `put` takes the name of an event after `response.` and its payload. */
export function createItemWriter(
  own: boolean,
  scope: EncodeScope,
  context: Context,
  put: (name: string, payload: Bag) => void,
  frames: () => WireFrame[],
  sequence: () => number,
): ItemWriter {
  const writings = new Map<number, Writing>()
  const open = new Set<WrittenItem>()
  const output: (JsonObject | undefined)[] = []
  const ids = new Set<string>()
  const calls = new Set<string>()
  const saw = { refusal: false }
  /** The item of the part that started last: content that follows it directly joins it. */
  let last: WrittenItem | undefined
  let held = 0
  /** An item keeps the id with which it was added. */
  let given = ''
  const again: EncodeScope = { ...scope, idOf: () => given }
  /** The part that spoke last. */
  let speaking = silent

  const openItem = (way: Way, value: Part, wire: JsonObject, entry: Item | undefined): WrittenItem => {
    settle()
    const index = output.length
    output.push(undefined)
    const id = uniqueId(wire, index)
    const item: WrittenItem = { way, index, id, type: String(wire.type), itemId: value.itemId, entry, parts: [], open: 0 }
    open.add(item)
    put('output_item.added', { output_index: index, item: addedItem({ ...wire, id }) })
    return item
  }

  /** Clients know items by their ids: none twice, and none without. */
  const uniqueId = (wire: JsonObject, index: number): string => {
    const known = typeof wire.id === 'string' && wire.id !== '' && !ids.has(wire.id) ? wire.id : undefined
    const id = known ?? scope.idOf(undefined, 'item_', index) ?? `item_${index}`
    ids.add(id)
    return id
  }

  /** Items all of whose parts have ended, and that nothing has joined, are done as soon as another begins. */
  const settle = (): void => {
    for (const item of open) if (item.open === 0) close(item)
  }

  const close = (item: WrittenItem): void => {
    open.delete(item)
    const wire = finalOf(item)
    output[item.index] = wire
    if (item.way === 'hosted') tellEnd(item, wire)
    put('output_item.done', { output_index: item.index, item: wire })
  }

  const finalOf = (item: WrittenItem): JsonObject => encodeWhole(item, item.parts.map(wholeOf))

  const encodeWhole = (item: WrittenItem, parts: readonly Part[]): JsonObject => {
    given = item.id
    if (item.way === 'content') return encodeMessage(parts, item.entry, 'assistant', again, item.index)
    const [part, result] = parts
    const wire = part && encodeItem(part, result?.type === 'hosted-result' ? result : undefined, again, item.index)
    return wire ?? { type: item.type, id: item.id }
  }

  const tick = (item: WrittenItem, writing: Writing, status: string): void => {
    if (!ticks[item.type]?.includes(status) || writing.told.has(status)) return
    writing.told.add(status)
    put(`${item.type}.${status}`, { item_id: item.id, output_index: item.index })
  }

  const tellEnd = (item: WrittenItem, { status, error }: JsonObject): void => {
    const [writing] = item.parts
    if (writing === undefined) return
    const failed = item.type === 'mcp_call' && (status === 'failed' || (error !== undefined && error !== null))
    if (failed) tick(item, writing, 'failed')
    else if (status === 'completed' || status === undefined) tick(item, writing, 'completed')
  }

  const wayOf = (value: Part): Way => {
    switch (value.type) {
      case 'text':
      case 'refusal':
        return 'content'
      case 'reasoning':
        return 'reasoning'
      case 'tool-call': {
        const type = callTypeOf(own ? value : { ...value, kind: value.kind === 'builtin' ? 'function' : value.kind }, scope)
        return type === 'function_call' || type === 'custom_tool_call' ? 'call' : 'whole'
      }
      case 'hosted-call':
        return isHostedHere(value) ? 'hosted' : 'whole'
      case 'hosted-result':
        return isOutputItem(value) ? 'whole' : 'result'
      case 'media':
        return own || (value.kind === 'image' && value.source.type === 'inline') ? 'whole' : 'content'
      default:
        return isContent(value) && own ? 'content' : 'whole'
    }
  }

  const enter = (writing: Writing, item: WrittenItem): void => {
    writing.item = item
    writing.index = item.parts.length
    item.parts.push(writing)
    item.open++
    last = item
  }

  const begin = (writing: Writing, entry: Item | undefined): void => {
    const { start } = writing
    switch (writing.way) {
      case 'content': {
        if (start.type === 'refusal') saw.refusal = true
        enter(writing, joined(start) ?? openItem('content', start, encodeMessage([start], entry, 'assistant', scope, output.length), entry))
        const part = encodeContent(start, 'assistant', scope) ?? {}
        putAt(writing, 'content_part.added', 'content_index', { part })
        return
      }
      case 'reasoning':
      case 'call':
      case 'hosted': {
        const wire = encodeItem(start, undefined, scope, output.length) ?? { type: start.type }
        const item = openItem(writing.way, start, wire, entry)
        enter(writing, item)
        if (writing.way === 'hosted') tick(item, writing, 'in_progress')
        return
      }
      case 'result': {
        const item = callItem(start as HostedResultPart) // way 'result' is given to hosted results alone
        if (item) enter(writing, item)
        return
      }
      case 'whole':
        return
    }
  }

  const joined = (value: Part): WrittenItem | undefined => {
    if (value.itemId === undefined) return last?.way === 'content' && last.itemId === undefined && open.has(last) ? last : undefined
    for (const item of open) if (item.way === 'content' && item.itemId === value.itemId) return item
    return undefined
  }

  const callItem = (value: HostedResultPart): WrittenItem | undefined => {
    for (const item of open) {
      const call = item.parts[0]?.start
      if (item.way === 'hosted' && call?.type === 'hosted-call' && call.callId === value.callId) return item
    }
    return undefined
  }

  const putAt = (writing: Writing, name: string, key: 'content_index' | 'summary_index', payload: Bag, index = writing.index): void => {
    const { item } = writing
    if (item) put(name, { item_id: item.id, output_index: item.index, [key]: index, ...payload })
  }

  /** Deltas are nearly all of a stream: one literal each. */
  const putDelta = (type: string, item: WrittenItem, delta: string): void => {
    frames().push({
      type: 'event',
      wire: { type: `response.${type}`, sequence_number: sequence(), item_id: item.id, output_index: item.index, delta },
    })
  }

  const say = (writing: Writing, text: string): void => {
    if (text === '') return
    if (writing.item === undefined) begin(writing, undefined)
    const { item } = writing
    if (item === undefined) return
    writing.text += text
    const refusal = writing.start.type === 'refusal'
    const at = { item_id: item.id, output_index: item.index, content_index: writing.index }
    frames().push({
      type: 'event',
      wire: refusal
        ? { type: 'response.refusal.delta', sequence_number: sequence(), ...at, delta: text }
        : { type: 'response.output_text.delta', sequence_number: sequence(), ...at, logprobs: [], delta: text },
    })
  }

  const writeDelta = (writing: Writing, delta: Delta): void => {
    switch (delta.type) {
      case 'text':
        held += delta.text.length
        if (writing.way === 'content') say(writing, delta.text)
        else writing.text += delta.text
        return
      case 'arguments':
        held += delta.text.length
        writeArguments(writing, delta.text)
        return
      case 'reasoning':
        held += delta.text.length
        writeThought(writing, delta)
        return
      case 'citation':
        if (own || answerCitation(delta.citation, writing.start.at ?? '', context)) {
          if (own || (delta.citation.span && writing.waiting.length === 0)) writeCitation(writing, delta)
          else writing.waiting.push(delta.citation)
        }
        return
      case 'logprobs':
        writing.logprobs.push(...delta.logprobs)
        putAt(writing, 'output_text.delta', 'content_index', { delta: '', logprobs: encodeLogprobs(delta.logprobs) })
        return
      case 'seal':
        writeSeal(writing, delta)
        return
      case 'status':
        writing.status = delta.text
        if (writing.item && delta.text !== 'completed') tick(writing.item, writing, delta.text)
        return
      case 'transcript':
        held += delta.text.length
        if (writing.way === 'content') say(writing, delta.text)
        else writing.transcript += delta.text
        return
      case 'media':
        held += delta.base64.length
        if (writing.way !== 'whole') return
        writing.base64 = delta.partial === undefined ? writing.base64 + delta.base64 : delta.base64
        return
    }
  }

  const writeArguments = (writing: Writing, text: string): void => {
    writing.text += text
    const { item } = writing
    if (item === undefined || text === '') return
    if (item.type === 'function_call') putDelta('function_call_arguments.delta', item, text)
    else if (item.type === 'custom_tool_call') putDelta('custom_tool_call_input.delta', item, text)
    else if (item.type === 'mcp_call') putDelta('mcp_call_arguments.delta', item, text)
  }

  const writeThought = (writing: Writing, delta: Extract<Delta, { type: 'reasoning' }>): void => {
    const type = own ? delta.kind : 'summary'
    let segment = writing.segments[delta.segment]
    if (segment === undefined) {
      if (!own && delta.kind === 'full') context.onNotice(notice('reasoning-kind', writing.start.at ?? ''))
      closeSegments(writing)
      segment = { type, index: writing.segments.filter((other) => other.type === type).length, text: '', closed: false }
      writing.segments.push(segment)
      if (type === 'summary')
        putAt(writing, 'reasoning_summary_part.added', 'summary_index', { part: { type: 'summary_text', text: '' } }, segment.index)
      else putAt(writing, 'content_part.added', 'content_index', { part: { type: 'reasoning_text', text: '' } }, segment.index)
    }
    if (delta.text === '') return
    segment.text += delta.text
    if (segment.type === 'summary') putAt(writing, 'reasoning_summary_text.delta', 'summary_index', { delta: delta.text }, segment.index)
    else putAt(writing, 'reasoning_text.delta', 'content_index', { delta: delta.text }, segment.index)
  }

  const closeSegments = (writing: Writing): void => {
    for (const segment of writing.segments) {
      if (segment.closed) continue
      segment.closed = true
      const { text, index } = segment
      if (segment.type === 'summary') {
        putAt(writing, 'reasoning_summary_text.done', 'summary_index', { text }, index)
        putAt(writing, 'reasoning_summary_part.done', 'summary_index', { part: { type: 'summary_text', text } }, index)
      } else {
        putAt(writing, 'reasoning_text.done', 'content_index', { text }, index)
        putAt(writing, 'content_part.done', 'content_index', { part: { type: 'reasoning_text', text } }, index)
      }
    }
  }

  const writeCitation = (writing: Writing, { citation }: Extract<Delta, { type: 'citation' }>): void => {
    if (writing.item === undefined) begin(writing, undefined)
    const annotation = encodeAnnotation(citation, writing.text.length)
    if (annotation)
      putAt(writing, 'output_text.annotation.added', 'content_index', { annotation_index: writing.citations.length, annotation })
    writing.citations.push(citation)
  }

  /** A seal goes where its part can bear it, or beside it. */
  const writeSeal = (writing: Writing, { seal }: Extract<Delta, { type: 'seal' }>): void => {
    const { start } = writing
    const shown = own ? { ...start, seal } : plainPart({ ...start, seal }, context)
    if (shown.seal === undefined) return
    if (start.type === 'reasoning' || start.type === 'compaction' || seal.format === 'responses') writing.seal = seal
    else writing.borne = seal
  }

  const writeWhole = (value: Part): void => {
    const [part, result] = own ? [value] : answerPart(value, output.length, context)
    if (part === undefined) return
    const wire = encodeItem(part, result?.type === 'hosted-result' ? result : undefined, scope, output.length)
    if (wire === undefined) {
      scope.onLost?.(part)
      return
    }
    if (part.type === 'tool-result') calls.delete(part.callId)
    settle()
    const index = output.length
    const id = uniqueId(wire, index)
    // An item that nobody models stays as it came.
    const final = part.type === 'opaque' && wire.id === undefined ? wire : { ...wire, id }
    output.push(final)
    put('output_item.added', { output_index: index, item: addedItem(final) })
    for (const [name, payload] of middleEvents(final)) put(name, { output_index: index, ...payload })
    put('output_item.done', { output_index: index, item: final })
    last = undefined
  }

  const complete = (writing: Writing): void => {
    const { item, start } = writing
    switch (writing.way) {
      case 'content':
        completeContent(writing)
        break
      case 'reasoning':
        closeSegments(writing)
        if (item) close(item)
        break
      case 'call':
        completeCall(writing)
        if (item) close(item)
        break
      case 'hosted':
        completeHosted(writing)
        break
      case 'result':
        if (item) item.open--
        else context.onNotice(notice('hosted-result', start.at ?? ''))
        break
      case 'whole':
        writeWhole(wholeOf(writing))
        break
    }
    if (writing.borne) bear(writing)
  }

  /** A borne seal is an item of its own: content that follows is another message. */
  const bear = (writing: Writing): void => {
    if (writing.borne) writeWhole(sealBearer(writing.start, writing.borne))
  }

  const completeContent = (writing: Writing): void => {
    for (const citation of writing.waiting) writeCitation(writing, { type: 'citation', citation })
    const { item, start, text } = writing
    if (item === undefined) return
    if (start.type === 'refusal') putAt(writing, 'refusal.done', 'content_index', { refusal: text })
    else if (start.type === 'text')
      putAt(writing, 'output_text.done', 'content_index', { text, logprobs: encodeLogprobs(writing.logprobs) })
    putAt(writing, 'content_part.done', 'content_index', { part: encodeContent(wholeOf(writing), 'assistant', scope) ?? {} })
    item.open--
  }

  const completeCall = (writing: Writing): void => {
    const { item } = writing
    if (item === undefined) return
    const custom = item.type === 'custom_tool_call'
    // Clients parse the arguments: the codec says what an empty text is.
    if (writing.text === '' && !custom) {
      const wire = encodeItem(writing.start, undefined, scope, item.index)
      if (typeof wire?.arguments === 'string' && wire.arguments !== '') writeArguments(writing, wire.arguments)
    }
    if (custom) put('custom_tool_call_input.done', { item_id: item.id, output_index: item.index, input: writing.text })
    else put('function_call_arguments.done', { item_id: item.id, output_index: item.index, arguments: writing.text })
  }

  const completeHosted = (writing: Writing): void => {
    const { item } = writing
    if (item === undefined) return
    item.open--
    const at = { item_id: item.id, output_index: item.index }
    if (item.type === 'mcp_call') put('mcp_call_arguments.done', { ...at, arguments: writing.text })
    else if (item.type === 'code_interpreter_call') {
      const { code } = encodeWhole(item, [wholeOf(writing)])
      if (typeof code !== 'string') return
      put('code_interpreter_call_code.delta', { ...at, delta: code })
      put('code_interpreter_call_code.done', { ...at, code })
    }
  }

  return {
    get held() {
      return held
    },
    get spoken() {
      return { calls: calls.size > 0, refusal: saw.refusal }
    },
    start(part, given, entry) {
      const plain = own ? given : plainPart(given, context)
      const { seal } = plain
      const value: Part = emptyStart(plain)
      const way = wayOf(value)
      fates.part(value, context)
      if (value.type === 'tool-call') {
        calls.add(value.callId)
        if (seal && seal.format !== 'responses') writeWhole(sealBearer(value, seal))
      }
      const writing = createWriting(startOf(value, way), way)
      writings.set(part, writing)
      // What is only heard is told by what was said in it.
      if (value.type === 'media' && way === 'content') context.onNotice(notice('media-output', value.at ?? ''))
      else begin(writing, entry)
      if (value.type === 'media' && way === 'content') say(writing, value.transcript ?? '')
      if (seal && value.type !== 'tool-call') writeSeal(writing, { type: 'seal', seal })
      for (const delta of initialDeltas(plain)) writeDelta(writing, delta)
    },
    speak(part, delta) {
      if (speaking.part !== part) {
        const writing = writings.get(part)
        if (writing === undefined) return undefined
        speaking = { part, writing }
      }
      const { writing } = speaking
      const { item } = writing
      if (item === undefined) return undefined
      switch (delta.type) {
        case 'text':
          if (writing.start.type !== 'text' || delta.text === '') return undefined
          held += delta.text.length
          writing.text += delta.text
          return {
            type: 'response.output_text.delta',
            sequence_number: sequence(),
            item_id: item.id,
            output_index: item.index,
            content_index: writing.index,
            logprobs: noLogprobs,
            delta: delta.text,
          }
        case 'arguments':
          if (item.type !== 'function_call' || delta.text === '') return undefined
          held += delta.text.length
          writing.text += delta.text
          return {
            type: 'response.function_call_arguments.delta',
            sequence_number: sequence(),
            item_id: item.id,
            output_index: item.index,
            delta: delta.text,
          }
        case 'reasoning': {
          const segment = writing.segments[delta.segment]
          if (segment?.type !== 'summary' || delta.text === '') return undefined
          held += delta.text.length
          segment.text += delta.text
          return {
            type: 'response.reasoning_summary_text.delta',
            sequence_number: sequence(),
            item_id: item.id,
            output_index: item.index,
            summary_index: segment.index,
            delta: delta.text,
          }
        }
        default:
          return undefined
      }
    },
    delta(part, delta) {
      const writing = writings.get(part)
      if (writing) writeDelta(writing, delta)
    },
    end(part, entry, extensions) {
      const writing = writings.get(part)
      if (writing === undefined) return
      writings.delete(part)
      if (speaking.part === part) speaking = silent
      writing.extensions = extensions
      if (extensions) fates.extensions(extensions, writing.start.at ?? '', context)
      if (entry && writing.item) writing.item.entry = mergeItem(writing.item.entry, entry)
      complete(writing)
    },
    finish() {
      for (const [part, writing] of writings) {
        writings.delete(part)
        complete(writing)
      }
      for (const item of open) close(item)
      return output.filter((wire) => wire !== undefined)
    },
    soFar() {
      const wires = [...output]
      for (const item of open) {
        const wire = finalOf(item)
        wires[item.index] = typeof wire.status === 'string' ? { ...wire, status: 'incomplete' } : wire
      }
      return wires.filter((wire) => wire !== undefined)
    },
  }
}

/** What is written in a message is text; calls of other formats' own tools are of functions. */
function startOf(value: Part, way: Way): Part {
  if (value.type === 'media' && way === 'content')
    return value.at === undefined ? { type: 'text', text: '' } : { type: 'text', text: '', at: value.at }
  if (value.type === 'tool-call' && way === 'call' && value.kind === 'builtin') return { ...value, kind: 'function' }
  return value
}

function mergeItem(old: Item | undefined, item: Item): Item {
  const extensions = mergeExtensions(old?.extensions, item.extensions)
  return extensions ? { ...old, ...item, extensions } : { ...old, ...item }
}
