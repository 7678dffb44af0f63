import { createOpenParts, mergeExtensions } from '@interlingua/core'
import type { Delta, Extensions, HostedCallPart, HostedResultPart, Item, JsonObject, Part, Seal } from '@interlingua/core'
import { fates } from '../answer-fates.ts'
import { reportHostedCall, reportHostedResult } from '../answer-hosted.ts'
import { answerPart, plainPart } from '../answer-part.ts'
import type { Bag } from '../extension.ts'
import { answeredCall } from '../finish-reason.ts'
import type { Spoken } from '../finish-reason.ts'
import { notice } from '../notices.ts'
import { encodeItem } from '../parts/index.ts'
import { encodeCall } from '../parts/tool-call.ts'
import { createUniqueCalls } from '../unique-calls.ts'
import type { WireStreamEvent } from '../wire/wire-response.ts'
import type { Desk } from './desk.ts'
import { initialDeltas } from './initial-deltas.ts'
import { createItemShelf } from './item-shelf.ts'
import { speak } from './speak.ts'
import { startOf, wayOf } from './way-of.ts'
import { completeCall, completeHosted, writeArguments } from './write-call.ts'
import { createContentWriter } from './write-content.ts'
import { closeSegments, writeThought } from './write-thought.ts'
import { createWriting, emptyStart, wholeOf } from './writing.ts'
import type { Writing } from './writing.ts'

/** Parts in, items out. */
export interface ItemWriter {
  /** Units that are held until the end: the last event repeats all of the answer. */
  held(): number
  spoken(): Spoken
  start(part: number, value: Part, item: Item | undefined): void
  /** See `speak`. */
  speak(part: number, delta: Delta): WireStreamEvent | undefined
  delta(part: number, delta: Delta): void
  end(part: number, item: Item | undefined, extensions: Extensions | undefined): void
  /** Whatever is open ends; gives all items. */
  finish(): readonly JsonObject[]
  /** The items of an answer that failed, as far as they came. */
  soFar(): readonly JsonObject[]
}

export function createItemWriter(desk: Desk): ItemWriter {
  const { own, scope, context } = desk
  const shelf = createItemShelf(desk)
  const content = createContentWriter(desk, shelf)
  const writings = createOpenParts<Writing>()
  /** The calls of an answer of this format that have no result in it. */
  const calls = new Set<string>()
  const unique = createUniqueCalls(context)
  const saw = { call: false, refusal: false }
  let held = 0
  /** The part that spoke last. */
  let speaking: { readonly part: number; readonly writing: Writing | undefined } = { part: -1, writing: undefined }

  const begin = (writing: Writing, entry: Item | undefined): void => {
    const { start, way } = writing
    // Another format's text is one when something of it has come.
    if (way === 'content') {
      if (own) content.begin(writing, entry)
    } else if (way === 'result') {
      const item = shelf.called(start as HostedResultPart) // way 'result' is given to hosted results alone
      if (item === undefined) return
      fates.part(start, context)
      shelf.join(writing, item)
    } else if (start.type === 'tool-call' && way === 'call') shelf.open(writing, encodeCall(start, scope, shelf.next()), entry)
    else if (way !== 'whole') {
      const wire = encodeItem(start, undefined, scope, shelf.next()) ?? { type: start.type }
      shelf.open(writing, way === 'reasoning' ? withoutSeal(wire) : { ...wire }, entry)
      if (way === 'hosted') shelf.tick(writing, 'in_progress')
    }
  }

  const writeDelta = (writing: Writing, delta: Delta): void => {
    if ('text' in delta) held += delta.text.length
    switch (delta.type) {
      case 'text':
        if (writing.way === 'content') content.say(writing, delta.text)
        else writing.text += delta.text
        return
      case 'arguments':
        writeArguments(desk, writing, delta.text)
        return
      case 'reasoning':
        writeThought(desk, writing, delta)
        return
      case 'citation':
        content.cite(writing, delta.citation)
        return
      case 'logprobs':
        content.weigh(writing, delta.logprobs)
        return
      case 'seal':
        writeSeal(writing, delta.seal)
        return
      case 'status':
        writing.status = delta.text
        if (delta.text !== 'completed') shelf.tick(writing, delta.text)
        return
      case 'transcript':
        if (writing.way === 'content') content.say(writing, delta.text)
        else writing.transcript += delta.text
        return
      case 'media':
        held += delta.base64.length
        writing.base64 = delta.partial === undefined ? writing.base64 + delta.base64 : delta.base64
        return
    }
  }

  /** Seals of parts that cannot bear one here were taken off them before. */
  const writeSeal = (writing: Writing, seal: Seal): void => {
    if (own || plainPart({ ...writing.start, seal }, context).seal !== undefined) writing.seal = seal
  }

  const writeWhole = (value: Part): void => {
    const [part, result] = own ? [value] : answerPart(value, shelf.next(), context)
    if (part === undefined) return
    fates.part(part, context)
    const wire = encodeItem(part, result?.type === 'hosted-result' ? result : undefined, scope, shelf.next())
    if (wire === undefined) {
      scope.onLost?.(part)
      return
    }
    if (part.type === 'tool-result') calls.delete(part.callId)
    else if (part.type === 'opaque') calls.delete(answeredCall(part) ?? '')
    // An item that nobody models stays as it came.
    shelf.addWhole(wire, part.type === 'opaque')
  }

  const complete = (writing: Writing): void => {
    const { item } = writing
    switch (writing.way) {
      case 'content':
        content.complete(writing)
        break
      case 'reasoning':
        closeSegments(desk, writing)
        if (item) shelf.close(item)
        break
      case 'call':
        completeCall(desk, writing)
        if (item) shelf.close(item)
        break
      case 'hosted':
        completeHosted(desk, shelf, writing)
        if (!own) reportHostedCall(wholeOf(writing) as HostedCallPart, context) // way 'hosted' is given to hosted calls alone
        break
      case 'result':
        completeResult(writing)
        break
      case 'whole':
        writeWhole(wholeOf(writing))
        break
    }
  }

  const completeResult = ({ item, start }: Writing): void => {
    const call = item?.parts[0]?.start
    if (item === undefined || call?.type !== 'hosted-call' || start.type !== 'hosted-result') {
      context.onNotice(notice('hosted-result', start.at ?? ''))
      return
    }
    shelf.leave(item)
    if (own) return
    reportHostedResult(start, call.family, context)
    if (item.open === 0) shelf.close(item)
  }

  return {
    held: () => held,
    spoken: () => ({ calls: saw.call || calls.size > 0, refusal: saw.refusal }),
    start(part, given, entry) {
      const plain = own ? given : plainPart(given, context)
      const { seal } = plain
      const value = own ? emptyStart(plain) : unique(emptyStart(plain))
      const way = wayOf(value, desk)
      if (way !== 'whole' && way !== 'result') fates.part(value, context)
      if (value.type === 'refusal') saw.refusal = true
      if (value.type === 'tool-call') {
        if (own) calls.add(value.callId)
        else saw.call = true
      }
      const writing = createWriting(startOf(value, way), way)
      writings.set(part, writing)
      if (value.type === 'media' && way === 'content') {
        writing.media = true
        content.say(writing, value.transcript ?? '')
      } else begin(writing, entry)
      if (seal && value.type !== 'tool-call') writeSeal(writing, seal)
      for (const delta of initialDeltas(plain)) writeDelta(writing, delta)
    },
    speak(part, delta) {
      if (speaking.part !== part) speaking = { part, writing: writings.get(part) }
      const wire = speaking.writing && speak(desk, speaking.writing, delta)
      if (wire !== undefined && 'text' in delta) held += delta.text.length
      return wire
    },
    delta(part, delta) {
      const writing = writings.get(part)
      if (writing) writeDelta(writing, delta)
    },
    end(part, entry, extensions) {
      const writing = writings.get(part)
      if (writing === undefined) return
      writings.delete(part)
      speaking = { part: -1, writing: undefined }
      writing.extensions = extensions
      if (extensions && isShown(writing)) fates.extensions(extensions, writing.start.at ?? '', context)
      if (entry && writing.item) writing.item.entry = mergeItem(writing.item.entry, entry)
      complete(writing)
    },
    finish() {
      for (const writing of writings.values()) complete(writing)
      return shelf.closeAll()
    },
    soFar: () => shelf.soFar(),
  }
}

/** A seal is told with the whole item. */
function withoutSeal({ encrypted_content: _, ...wire }: JsonObject): Bag {
  return wire
}

/** What of a part that is dropped only its own format understands is dropped with it. */
function isShown({ way, item }: Writing): boolean {
  return way === 'whole' || item !== undefined
}

function mergeItem(old: Item | undefined, item: Item): Item {
  const extensions = mergeExtensions(old?.extensions, item.extensions)
  return extensions ? { ...old, ...item, extensions } : { ...old, ...item }
}
