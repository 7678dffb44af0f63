import { addDelta, mergeExtensions } from '@interlingua/core'
import type { Context, Delta, Extensions, Frame, JsonObject, Part, ReasoningPart } from '@interlingua/core'
import { answerPart, withoutCache } from './answer-part.ts'
import { asCall, isCallPart, isRaw } from './call-part.ts'
import { deltaSize } from './delta-size.ts'
import { emptyBlock } from './empty-block.ts'
import type { Bag } from './extension.ts'
import { fates } from './fates.ts'
import { encodeArguments } from './parts/tool-call.ts'
import { encodeCitation } from './parts/citation.ts'
import { notice } from './notices.ts'
import { createEncodeScope, encodePart } from './parts/index.ts'
import { encodeSeal } from './parts/reasoning.ts'
import { emptied, initialDeltas, wayOf } from './write-way.ts'
import { createWriting, isObjectSoFar } from './writing.ts'
import type { Writing } from './writing.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

export type WireFrame = Frame<WireStreamEvent>

export interface BlockWriter {
  readonly buffered: number
  /** What the answer held, as far as its end depends on it. */
  readonly wrote: { readonly call: boolean; readonly refusal: boolean }
  start(part: number, value: Part): readonly WireFrame[]
  delta(part: number, delta: Delta): readonly WireFrame[]
  /** The frame of a delta that the open block can take as it is; `undefined` for any other. */
  speak(part: number, delta: Delta): readonly WireFrame[] | undefined
  end(part: number, extensions: Extensions | undefined): readonly WireFrame[]
  /** Opens the block that a replayed event of ours speaks of. */
  settle(wire: JsonObject): readonly WireFrame[]
  /** Whatever still waits. */
  finish(): readonly WireFrame[]
}

const nothing: readonly WireFrame[] = []

/**
 * The blocks of a stream, of which one is open at a time. Text and thinking are closed and reopened as the source moves between them;
 * while a tool call is open everything else waits, in the order in which it came.
 */
export function createBlockWriter(context: Context): BlockWriter {
  const parts = new Map<number, Writing>()
  const queue: Writing[] = []
  const scope = createEncodeScope(true, context.policy.envelopeSeals)
  let open: Writing | undefined
  let index = -1
  let buffered = 0
  const wrote = { call: false, refusal: false }

  const openBlock = (writing: Writing, frames: WireFrame[]): void => {
    if (open === writing) return
    if (open) closeBlock(open, frames)
    frames.push({ type: 'event', wire: { type: 'content_block_start', index: ++index, content_block: emptyBlock(writing.value) } })
    open = writing
    writing.opened = true
    if (writing.way === 'call' && writing.value.type === 'tool-call') wrote.call = true
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
  const blocked = (writing: Writing): boolean => writing !== open && (queue.length > 0 || open?.way === 'call')

  const writeDelta = (writing: Writing, delta: Delta, frames: WireFrame[]): void => {
    switch (writing.way) {
      case 'text':
        if (delta.type === 'text') {
          if (delta.text === '') return
          openBlock(writing, frames)
          frames.push(deltaFrame({ type: 'text_delta', text: delta.text }))
        } else if (delta.type === 'citation') writeCitation(writing, delta, frames)
        else if (delta.type === 'logprobs') context.onNotice(notice('logprobs', `${writing.value.at ?? `/content/${writing.part}`}/logprobs`))
        return
      case 'thinking':
        if (delta.type === 'reasoning') {
          if (delta.kind === 'summary') context.onNotice(notice('reasoning-kind', writing.value.at ?? `/content/${writing.part}`))
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
      case 'dropped':
        return
    }
  }

  const writeCitation = (writing: Writing, delta: Extract<Delta, { type: 'citation' }>, frames: WireFrame[]): void => {
    const printed = answerPart({ type: 'text', text: '', citations: [delta.citation] }, context)
    const citation = printed?.type === 'text' ? printed.citations?.[0] : undefined
    const wire = citation && encodeCitation(citation)
    if (wire === undefined) return
    openBlock(writing, frames)
    frames.push(deltaFrame({ type: 'citations_delta', citation: wire }))
  }

  const begin = (writing: Writing, frames: WireFrame[]): void => {
    if (writing.way === 'call') openBlock(writing, frames)
  }

  const complete = (writing: Writing, frames: WireFrame[]): void => {
    switch (writing.way) {
      case 'text':
        // An empty text is a part when the source said so.
        if (!writing.opened) openBlock(writing, frames)
        break
      case 'thinking':
        // A signature that came after its block was closed rides on a block of its own.
        if (!writing.opened || (open !== writing && writing.unshownSeal)) openBlock(writing, frames)
        break
      case 'call':
        if (!writing.streams && isCallPart(writing.value) && (isRaw(writing.value) || writing.value.arguments.trim() !== ''))
          frames.push(deltaFrame({ type: 'input_json_delta', partial_json: JSON.stringify(encodeArguments(asCall(writing.value))) }))
        break
      case 'whole':
        writeWhole(writing, frames)
        return
      case 'dropped':
        return
    }
    if (open === writing) closeBlock(writing, frames)
  }

  const writeWhole = (writing: Writing, frames: WireFrame[]): void => {
    const extensions = mergeExtensions(writing.value.extensions, writing.extensions)
    const value = answerPart(extensions ? { ...writing.value, extensions } : writing.value, context)
    const wire = value && encodePart(value, scope)
    if (wire === undefined) return
    if (open) closeBlock(open, frames)
    frames.push({ type: 'event', wire: { type: 'content_block_start', index: ++index, content_block: wire } }, { type: 'event', wire: { type: 'content_block_stop', index } })
  }

  /** The open call has ended: what waited may speak, up to the next call that has not. */
  const drain = (frames: WireFrame[]): void => {
    while (queue.length > 0 && !(open !== undefined && open.way === 'call')) {
      const next = queue.shift()
      if (next === undefined) return
      begin(next, frames)
      for (const delta of next.waiting) {
        buffered -= deltaSize(delta)
        writeDelta(next, delta, frames)
      }
      next.waiting.length = 0
      if (next.ended) complete(next, frames)
    }
  }

  return {
    get buffered() {
      return buffered
    },
    wrote,
    start(part, given) {
      const whole = wayOf(given)
      const value = emptied(whole === 'whole' ? given : withoutCache(given, context), whole)
      const way = wayOf(value)
      const writing = createWriting(part, way, value)
      parts.set(part, writing)
      if (way !== 'whole') {
        fates.part(value.type === 'refusal' ? { ...value, type: 'text' } : value, context)
        if (value.type === 'refusal') {
          wrote.refusal = true
          answerPart(value, context)
        }
      }
      const frames: WireFrame[] = []
      for (const delta of initialDeltas(given, way)) writing.waiting.push(delta)
      if (blocked(writing)) {
        for (const delta of writing.waiting) buffered += deltaSize(delta)
        queue.push(writing)
        return nothing
      }
      begin(writing, frames)
      for (const delta of writing.waiting) writeDelta(writing, delta, frames)
      writing.waiting.length = 0
      return frames
    },
    delta(part, delta) {
      const writing = parts.get(part)
      if (writing === undefined) return nothing
      if (blocked(writing)) {
        buffered += deltaSize(delta)
        writing.waiting.push(delta)
        if (!queue.includes(writing)) queue.push(writing)
        return nothing
      }
      const frames: WireFrame[] = []
      writeDelta(writing, delta, frames)
      return frames
    },
    speak(part, delta) {
      if (open?.part !== part) return undefined
      if (delta.type === 'text')
        return open.way === 'text' && delta.text !== '' ? [{ type: 'event', wire: { type: 'content_block_delta', index, delta: { type: 'text_delta', text: delta.text } } }] : undefined
      if (delta.type !== 'arguments' || !open.streams || delta.text === '') return undefined
      return [{ type: 'event', wire: { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: delta.text } } }]
    },
    end(part, extensions) {
      const writing = parts.get(part)
      if (writing === undefined) return nothing
      parts.delete(part)
      writing.ended = true
      writing.extensions = extensions
      if (writing.way === 'thinking' && extensions?.messages) writing.value = { ...writing.value, extensions: mergeExtensions(writing.value.extensions, extensions) ?? {} }
      if (open !== writing && blocked(writing)) {
        if (!queue.includes(writing)) queue.push(writing)
        return nothing
      }
      const frames: WireFrame[] = []
      complete(writing, frames)
      drain(frames)
      return frames
    },
    settle(wire) {
      if (typeof wire.index !== 'number' || open !== undefined) return nothing
      const writing = parts.get(wire.index)
      if (writing === undefined || blocked(writing)) return nothing
      const frames: WireFrame[] = []
      if (writing.way !== 'whole' && writing.way !== 'dropped') openBlock(writing, frames)
      return frames
    },
    finish() {
      const frames: WireFrame[] = []
      if (open) {
        const last = open
        closeBlock(last, frames)
      }
      for (const writing of queue) writing.ended = true
      drain(frames)
      return frames
    },
  }
}
