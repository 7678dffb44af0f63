import { addDelta, createOpenParts, mergeExtensions } from '@interlingua/core/adapter'
import type { Context, Delta, JsonObject, Part, ReasoningPart } from '@interlingua/core'
import { answerPart, isSilent, reportSilent, withoutCache } from './answer-part.ts'
import type { BlockWriter } from './block-writer.ts'
import { asCall, isCallPart, isRaw } from './call-part.ts'
import { emptyBlock } from './empty-block.ts'
import type { JsonDraft } from './extension.ts'
import { fates } from './fates.ts'
import { encodeArguments } from './parts/tool-call.ts'
import { encodeCitation } from './parts/citation.ts'
import { notice } from './notices.ts'
import { createAnswerScope, encodePart } from './parts/index.ts'
import { encodeSeal } from './parts/reasoning.ts'
import { plainDelta } from './plain-delta.ts'
import { emptied, initialDeltas, wayOf } from './write-way.ts'
import { createPendingParts } from './pending-parts.ts'
import { openPart, isObjectSoFar, startsAsObject } from './open-part.ts'
import type { OpenPart } from './open-part.ts'
import type { WireFrame } from './wire-frame.ts'
import type { WireStreamEvent } from './wire/wire-response.ts'

const nothing: readonly WireFrame[] = []

/**
 * Makes a writer of blocks, one open at a time. Text and thinking are closed and reopened as the source moves between them; while a tool
 * call is open everything else waits, in the order in which it came. `isForeign`: the response is of another format.
 */
export function createBlockWriter(context: Context, isForeign: () => boolean): BlockWriter {
  const parts = createOpenParts<OpenPart>()
  const line = createPendingParts()
  /** Redacted thinking is written whole, once it ends or another block begins, in the place where it began. */
  const sealed = new Set<OpenPart>()
  const scope = createAnswerScope(context.policy.carryForeignSeals, isForeign)
  let open: OpenPart | undefined
  let index = -1
  const wrote = { call: false, refusal: false }

  const openBlock = (openedPart: OpenPart, frames: WireFrame[]): void => {
    if (open === openedPart) return
    for (const whole of sealed) writeWhole(whole, frames)
    startBlock(openedPart, emptyBlock(openedPart.value, isForeign()), frames)
    if (openedPart.way === 'call' && openedPart.value.type === 'tool-call') wrote.call = true
  }

  const startBlock = (opened: OpenPart, block: JsonObject, frames: WireFrame[]): void => {
    if (open) closeBlock(open, frames)
    frames.push({ type: 'event', wire: { type: 'content_block_start', index: ++index, content_block: block } })
    open = opened
    opened.opened = true
  }

  const closeBlock = (opened: OpenPart, frames: WireFrame[]): void => {
    if (opened.way === 'thinking') {
      const seal = encodeSeal(opened.value as ReasoningPart, scope) // way 'thinking' is given to reasoning parts alone
      if (seal !== undefined && seal !== '') frames.push(deltaFrame({ type: 'signature_delta', signature: seal }))
      opened.unshownSeal = false
    }
    frames.push({ type: 'event', wire: { type: 'content_block_stop', index } })
    open = undefined
  }

  const deltaFrame = (delta: JsonDraft & { type: string }): WireFrame => ({
    type: 'event',
    wire: { type: 'content_block_delta', index, delta },
  })

  /** While a tool call is open, nothing may come between its start and its end. */
  const blocked = (opened: OpenPart): boolean => opened !== open && (!line.isEmpty() || open?.way === 'call')

  const writeDelta = (opened: OpenPart, delta: Delta, frames: WireFrame[]): void => {
    switch (opened.way) {
      case 'text':
        if (delta.type === 'text') {
          if (delta.text === '') return
          openBlock(opened, frames)
          frames.push(deltaFrame({ type: 'text_delta', text: delta.text }))
        } else if (delta.type === 'citation') writeCitation(opened, delta, frames)
        else if (delta.type === 'logprobs') context.onNotice(notice('logprobs', `${opened.value.at ?? `/content/${opened.part}`}/logprobs`))
        return
      case 'thinking':
        if (delta.type === 'reasoning') {
          if (delta.kind === 'summary') context.onNotice(notice('reasoning-kind', opened.value.at ?? `/content/${opened.part}`))
          opened.toldKind ||= delta.kind === 'summary'
          if (delta.text === '') return
          openBlock(opened, frames)
          // Segments have no place of their own, so an empty line separates them.
          const gap = opened.segment !== -1 && opened.segment !== delta.segment
          opened.segment = delta.segment
          frames.push(deltaFrame({ type: 'thinking_delta', thinking: gap ? `\n\n${delta.text}` : delta.text }))
        } else if (delta.type === 'seal') {
          opened.value = addDelta(opened.value, delta)
          opened.unshownSeal = true
        }
        return
      case 'call':
        if (delta.type !== 'arguments') return
        if (!isObjectSoFar(opened, delta.text)) opened.value = addDelta(opened.value, delta)
        else if (delta.text !== '') frames.push(deltaFrame({ type: 'input_json_delta', partial_json: delta.text }))
        return
      case 'whole':
        opened.value = addDelta(opened.value, delta)
        return
    }
  }

  const writeCitation = (opened: OpenPart, delta: Extract<Delta, { type: 'citation' }>, frames: WireFrame[]): void => {
    const printed = answerPart({ type: 'text', text: '', citations: [delta.citation] }, context)
    if (printed) fates.part(printed, context)
    const citation = printed?.type === 'text' ? printed.citations?.[0] : undefined
    const wire = citation && encodeCitation(citation)
    if (wire === undefined) return
    openBlock(opened, frames)
    frames.push(deltaFrame({ type: 'citations_delta', citation: wire }))
  }

  const begin = (opened: OpenPart, frames: WireFrame[]): void => {
    if (opened.way === 'call') openBlock(opened, frames)
    else if (opened.value.type === 'reasoning' && opened.value.redacted && opened.value.seal) sealed.add(opened)
  }

  const complete = (opened: OpenPart, frames: WireFrame[]): void => {
    switch (opened.way) {
      case 'text':
        // An empty text is a block if its own source had one.
        if (!opened.opened && !leaveOut(opened)) openBlock(opened, frames)
        break
      case 'thinking':
        // A signature that came after its block was closed gets a block of its own.
        if (opened.opened ? open !== opened && opened.unshownSeal : !leaveOut(opened)) openBlock(opened, frames)
        break
      case 'call':
        if (!opened.streams) writeArguments(opened.value, frames)
        break
      case 'whole':
        if (!opened.opened) writeWhole(opened, frames)
        break
    }
    if (open === opened) closeBlock(opened, frames)
  }

  /** True for a part without any content, which then has no block. */
  const leaveOut = ({ part, value, extensions }: OpenPart): boolean => {
    const merged = mergeExtensions(value.extensions, extensions)
    if (!isSilent(merged ? { ...value, extensions: merged } : value, context)) return false
    reportSilent(value, value.at ?? `/content/${part}`, context)
    return true
  }

  /** Wraps arguments that do not begin like an object, and reports them as the document does. */
  const writeArguments = (value: Part, frames: WireFrame[]): void => {
    if (!isCallPart(value) || (!isRaw(value) && value.arguments.trim() === '')) return
    answerPart(value, context)
    frames.push(deltaFrame({ type: 'input_json_delta', partial_json: JSON.stringify(encodeArguments(asCall(value))) }))
  }

  const writeWhole = (opened: OpenPart, frames: WireFrame[]): void => {
    sealed.delete(opened)
    const extensions = mergeExtensions(opened.value.extensions, opened.extensions)
    const value = answerPart(extensions ? { ...opened.value, extensions } : opened.value, context)
    if (value === undefined) return
    fates.part(value, context)
    const wire = encodePart(value, scope)
    if (wire === undefined) return
    // Clients read text from deltas alone.
    const text = wire.type === 'text' && typeof wire.text === 'string' ? wire.text : ''
    startBlock(opened, text === '' ? wire : { ...wire, text: '' }, frames)
    if (text !== '') frames.push(deltaFrame({ type: 'text_delta', text }))
    if (opened.ended || opened.value.type === 'reasoning') closeBlock(opened, frames)
  }

  /** Lets waiting parts go out once the open call has ended, up to the next open call. */
  const drain = (frames: WireFrame[]): void => {
    while (open?.way !== 'call') {
      const next = line.take()
      if (next === undefined) return
      begin(next.open, frames)
      for (const delta of next.deltas) writeDelta(next.open, delta, frames)
      if (next.open.ended) complete(next.open, frames)
    }
  }

  return {
    buffered: () => line.buffered(),
    wrote,
    start(part, given) {
      const whole = wayOf(given)
      const plain = whole === 'whole' ? given : withoutCache(given, context)
      const streams = whole === 'call' && startsAsObject(plain)
      // Arguments that are shown as they come need no copy without them.
      const value = streams ? plain : emptied(plain, whole)
      const way = wayOf(value)
      const opened = openPart(part, way, value)
      opened.streams = streams
      parts.set(part, opened)
      if (way !== 'whole') {
        fates.part(value.type === 'refusal' ? { ...value, type: 'text' } : value, context)
        if (value.type === 'refusal') {
          wrote.refusal = true
          answerPart(value, context)
        }
      }
      const deltas = initialDeltas(given, way)
      if (blocked(opened)) {
        line.add(opened, ...deltas)
        return nothing
      }
      const frames: WireFrame[] = []
      begin(opened, frames)
      for (const delta of deltas) writeDelta(opened, delta, frames)
      return frames
    },
    delta(part, delta) {
      const opened = parts.get(part)
      if (opened === undefined) return nothing
      if (blocked(opened)) {
        line.add(opened, delta)
        return nothing
      }
      const frames: WireFrame[] = []
      writeDelta(opened, delta, frames)
      return frames
    },
    writeText(part, delta) {
      const plain = open?.part === part ? plainDelta(open, delta) : undefined
      return plain && [deltaFrame(plain)]
    },
    end(part, extensions) {
      const opened = parts.get(part)
      if (opened === undefined) return nothing
      parts.delete(part)
      opened.ended = true
      opened.extensions = extensions
      if (opened.way === 'thinking' && extensions?.messages)
        opened.value = { ...opened.value, extensions: mergeExtensions(opened.value.extensions, extensions) ?? {} }
      if (open !== opened && blocked(opened)) {
        line.add(opened)
        return nothing
      }
      const frames: WireFrame[] = []
      complete(opened, frames)
      drain(frames)
      return frames
    },
    replay(wire) {
      const frames: WireFrame[] = []
      const opened = typeof wire.index === 'number' ? parts.get(wire.index) : undefined
      if (opened && !opened.opened && !blocked(opened)) {
        if (opened.way === 'whole') writeWhole(opened, frames)
        else openBlock(opened, frames)
      }
      const moved = opened !== undefined && open === opened && wire.index !== index
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
