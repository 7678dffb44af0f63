import { addDelta, createOpenParts, mergeExtensions } from '@interlingua/core'
import type { Context, Delta, JsonObject, Part, ReasoningPart } from '@interlingua/core'
import { answerPart, isSilent, reportSilent, withoutCache } from './answer-part.ts'
import type { BlockWriter } from './block-writer.ts'
import { asCall, isCallPart, isRaw } from './call-part.ts'
import { emptyBlock } from './empty-block.ts'
import type { Bag } from './extension.ts'
import { fates } from './fates.ts'
import { encodeArguments } from './parts/tool-call.ts'
import { encodeCitation } from './parts/citation.ts'
import { notice } from './notices.ts'
import { createAnswerScope, encodePart } from './parts/index.ts'
import { encodeSeal } from './parts/reasoning.ts'
import { plainDelta } from './plain-delta.ts'
import { emptied, initialDeltas, wayOf } from './write-way.ts'
import { createWaitingLine } from './waiting-line.ts'
import { createWriting, isObjectSoFar, startsAsObject } from './writing.ts'
import type { Writing } from './writing.ts'
import type { WireFrame } from './wire-frame.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

const nothing: readonly WireFrame[] = []

/**
 * The blocks of a stream, of which one is open at a time. Text and thinking are closed and reopened as the source moves between them;
 * while a tool call is open everything else waits, in the order in which it came. `isForeign`: the answer is of another format.
 */
export function createBlockWriter(context: Context, isForeign: () => boolean): BlockWriter {
  const parts = createOpenParts<Writing>()
  const line = createWaitingLine()
  /** Redacted thinking is written whole, when it ends or when another block begins: it stands where it began. */
  const sealed = new Set<Writing>()
  const scope = createAnswerScope(context.policy.envelopeSeals, isForeign)
  let open: Writing | undefined
  let index = -1
  const wrote = { call: false, refusal: false }

  const openBlock = (writing: Writing, frames: WireFrame[]): void => {
    if (open === writing) return
    for (const whole of sealed) writeWhole(whole, frames)
    startBlock(writing, emptyBlock(writing.value, isForeign()), frames)
    if (writing.way === 'call' && writing.value.type === 'tool-call') wrote.call = true
  }

  const startBlock = (writing: Writing, block: JsonObject, frames: WireFrame[]): void => {
    if (open) closeBlock(open, frames)
    frames.push({ type: 'event', wire: { type: 'content_block_start', index: ++index, content_block: block } })
    open = writing
    writing.opened = true
  }

  const closeBlock = (writing: Writing, frames: WireFrame[]): void => {
    if (writing.way === 'thinking') {
      const seal = encodeSeal(writing.value as ReasoningPart, scope) // way 'thinking' is given to reasoning parts alone
      if (seal !== undefined && seal !== '') frames.push(deltaFrame({ type: 'signature_delta', signature: seal }))
      writing.unshownSeal = false
    }
    frames.push({ type: 'event', wire: { type: 'content_block_stop', index } })
    open = undefined
  }

  const deltaFrame = (delta: Bag & { type: string }): WireFrame => ({ type: 'event', wire: { type: 'content_block_delta', index, delta } })

  /** A tool call is open: nothing may come between its start and its end. */
  const blocked = (writing: Writing): boolean => writing !== open && (!line.isEmpty() || open?.way === 'call')

  const writeDelta = (writing: Writing, delta: Delta, frames: WireFrame[]): void => {
    switch (writing.way) {
      case 'text':
        if (delta.type === 'text') {
          if (delta.text === '') return
          openBlock(writing, frames)
          frames.push(deltaFrame({ type: 'text_delta', text: delta.text }))
        } else if (delta.type === 'citation') writeCitation(writing, delta, frames)
        else if (delta.type === 'logprobs')
          context.onNotice(notice('logprobs', `${writing.value.at ?? `/content/${writing.part}`}/logprobs`))
        return
      case 'thinking':
        if (delta.type === 'reasoning') {
          if (delta.kind === 'summary') context.onNotice(notice('reasoning-kind', writing.value.at ?? `/content/${writing.part}`))
          writing.toldKind ||= delta.kind === 'summary'
          if (delta.text === '') return
          openBlock(writing, frames)
          // Segments have no place of their own: an empty line sets them apart.
          const gap = writing.segment !== -1 && writing.segment !== delta.segment
          writing.segment = delta.segment
          frames.push(deltaFrame({ type: 'thinking_delta', thinking: gap ? `\n\n${delta.text}` : delta.text }))
        } else if (delta.type === 'seal') {
          writing.value = addDelta(writing.value, delta)
          writing.unshownSeal = true
        }
        return
      case 'call':
        if (delta.type !== 'arguments') return
        if (!isObjectSoFar(writing, delta.text)) writing.value = addDelta(writing.value, delta)
        else if (delta.text !== '') frames.push(deltaFrame({ type: 'input_json_delta', partial_json: delta.text }))
        return
      case 'whole':
        writing.value = addDelta(writing.value, delta)
        return
    }
  }

  const writeCitation = (writing: Writing, delta: Extract<Delta, { type: 'citation' }>, frames: WireFrame[]): void => {
    const printed = answerPart({ type: 'text', text: '', citations: [delta.citation] }, context)
    if (printed) fates.part(printed, context)
    const citation = printed?.type === 'text' ? printed.citations?.[0] : undefined
    const wire = citation && encodeCitation(citation)
    if (wire === undefined) return
    openBlock(writing, frames)
    frames.push(deltaFrame({ type: 'citations_delta', citation: wire }))
  }

  const begin = (writing: Writing, frames: WireFrame[]): void => {
    if (writing.way === 'call') openBlock(writing, frames)
    else if (writing.value.type === 'reasoning' && writing.value.redacted && writing.value.seal) sealed.add(writing)
  }

  const complete = (writing: Writing, frames: WireFrame[]): void => {
    switch (writing.way) {
      case 'text':
        // An empty text is a block when its own source said so.
        if (!writing.opened && !leaveOut(writing)) openBlock(writing, frames)
        break
      case 'thinking':
        // A signature that came after its block was closed rides on a block of its own.
        if (writing.opened ? open !== writing && writing.unshownSeal : !leaveOut(writing)) openBlock(writing, frames)
        break
      case 'call':
        if (!writing.streams) writeArguments(writing.value, frames)
        break
      case 'whole':
        if (!writing.opened) writeWhole(writing, frames)
        break
    }
    if (open === writing) closeBlock(writing, frames)
  }

  /** Whether nothing came of a part that is no block then. */
  const leaveOut = ({ part, value, extensions }: Writing): boolean => {
    const merged = mergeExtensions(value.extensions, extensions)
    if (!isSilent(merged ? { ...value, extensions: merged } : value, context)) return false
    reportSilent(value, value.at ?? `/content/${part}`, context)
    return true
  }

  /** Arguments that do not begin like an object: wrapped, and reported as the document would. */
  const writeArguments = (value: Part, frames: WireFrame[]): void => {
    if (!isCallPart(value) || (!isRaw(value) && value.arguments.trim() === '')) return
    answerPart(value, context)
    frames.push(deltaFrame({ type: 'input_json_delta', partial_json: JSON.stringify(encodeArguments(asCall(value))) }))
  }

  const writeWhole = (writing: Writing, frames: WireFrame[]): void => {
    sealed.delete(writing)
    const extensions = mergeExtensions(writing.value.extensions, writing.extensions)
    const value = answerPart(extensions ? { ...writing.value, extensions } : writing.value, context)
    if (value === undefined) return
    fates.part(value, context)
    const wire = encodePart(value, scope)
    if (wire === undefined) return
    // Clients read text from deltas alone.
    const text = wire.type === 'text' && typeof wire.text === 'string' ? wire.text : ''
    startBlock(writing, text === '' ? wire : { ...wire, text: '' }, frames)
    if (text !== '') frames.push(deltaFrame({ type: 'text_delta', text }))
    if (writing.ended || writing.value.type === 'reasoning') closeBlock(writing, frames)
  }

  /** The open call has ended: what waited may speak, up to the next call that has not. */
  const drain = (frames: WireFrame[]): void => {
    while (open?.way !== 'call') {
      const next = line.take()
      if (next === undefined) return
      begin(next.writing, frames)
      for (const delta of next.deltas) writeDelta(next.writing, delta, frames)
      if (next.writing.ended) complete(next.writing, frames)
    }
  }

  return {
    buffered: () => line.buffered(),
    wrote,
    start(part, given) {
      const whole = wayOf(given)
      const plain = whole === 'whole' ? given : withoutCache(given, context)
      const streams = whole === 'call' && startsAsObject(plain)
      // What is shown as it comes is not looked at again: nothing needs a copy without it.
      const value = streams ? plain : emptied(plain, whole)
      const way = wayOf(value)
      const writing = createWriting(part, way, value)
      writing.streams = streams
      parts.set(part, writing)
      if (way !== 'whole') {
        fates.part(value.type === 'refusal' ? { ...value, type: 'text' } : value, context)
        if (value.type === 'refusal') {
          wrote.refusal = true
          answerPart(value, context)
        }
      }
      const deltas = initialDeltas(given, way)
      if (blocked(writing)) {
        line.add(writing, ...deltas)
        return nothing
      }
      const frames: WireFrame[] = []
      begin(writing, frames)
      for (const delta of deltas) writeDelta(writing, delta, frames)
      return frames
    },
    delta(part, delta) {
      const writing = parts.get(part)
      if (writing === undefined) return nothing
      if (blocked(writing)) {
        line.add(writing, delta)
        return nothing
      }
      const frames: WireFrame[] = []
      writeDelta(writing, delta, frames)
      return frames
    },
    speak(part, delta) {
      const plain = open?.part === part ? plainDelta(open, delta) : undefined
      return plain && [deltaFrame(plain)]
    },
    end(part, extensions) {
      const writing = parts.get(part)
      if (writing === undefined) return nothing
      parts.delete(part)
      writing.ended = true
      writing.extensions = extensions
      if (writing.way === 'thinking' && extensions?.messages)
        writing.value = { ...writing.value, extensions: mergeExtensions(writing.value.extensions, extensions) ?? {} }
      if (open !== writing && blocked(writing)) {
        line.add(writing)
        return nothing
      }
      const frames: WireFrame[] = []
      complete(writing, frames)
      drain(frames)
      return frames
    },
    replay(wire) {
      const frames: WireFrame[] = []
      const writing = typeof wire.index === 'number' ? parts.get(wire.index) : undefined
      if (writing && !writing.opened && !blocked(writing)) {
        if (writing.way === 'whole') writeWhole(writing, frames)
        else openBlock(writing, frames)
      }
      const moved = writing !== undefined && open === writing && wire.index !== index
      frames.push({ type: 'event', wire: (moved ? { ...wire, index } : wire) as WireStreamEvent }) // was an event of ours when it was decoded
      return frames
    },
    finish() {
      const frames: WireFrame[] = []
      if (open) closeBlock(open, frames)
      line.end()
      drain(frames)
      return frames
    },
  }
}
