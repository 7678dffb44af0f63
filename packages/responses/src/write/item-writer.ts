import { createOpenParts, mergeExtensions } from '@interlingua/core/adapter'
import type { Delta, Extensions, HostedCallPart, HostedResultPart, Item, JsonObject, Part, Seal } from '@interlingua/core'
import { fates } from '../answer-fates.ts'
import { reportHostedCall, reportHostedResult } from '../answer-hosted.ts'
import { answerPart, plainPart } from '../answer-part.ts'
import type { JsonDraft } from '../extension.ts'
import { answeredCall } from '../finish-reason.ts'
import type { Spoken } from '../finish-reason.ts'
import { notice } from '../notices.ts'
import { encodeItem } from '../parts/index.ts'
import { encodeCall } from '../parts/tool-call.ts'
import { createUniqueCalls } from '../unique-calls.ts'
import type { WireStreamEvent } from '../wire/wire-response.ts'
import type { WriterContext } from './writer-context.ts'
import { initialDeltas } from './initial-deltas.ts'
import { createItemRegistry } from './item-registry.ts'
import { writeTextDelta } from './write-text-delta.ts'
import { startOf, wayOf } from './way-of.ts'
import { completeCall, completeHosted, writeArguments } from './write-call.ts'
import { createContentWriter } from './write-content.ts'
import { closeSegments, writeThought } from './write-thought.ts'
import { openPart, emptyStart, wholeOf } from './open-part.ts'
import type { OpenPart } from './open-part.ts'

/** Writes parts as items. */
export interface ItemWriter {
  /** Text held until the end, in UTF-16 units: the last event repeats the whole response. */
  held(): number
  spoken(): Spoken
  start(part: number, value: Part, item: Item | undefined): void
  /** See `writeTextDelta`. */
  writeText(part: number, delta: Delta): WireStreamEvent | undefined
  delta(part: number, delta: Delta): void
  end(part: number, item: Item | undefined, extensions: Extensions | undefined): void
  /** Ends all open items; returns all items. */
  finish(): readonly JsonObject[]
  /** Items of a failed response, as far as they came. */
  soFar(): readonly JsonObject[]
}

export function createItemWriter(writer: WriterContext): ItemWriter {
  const { own, scope, context } = writer
  const registry = createItemRegistry(writer)
  const content = createContentWriter(writer, registry)
  const openParts = createOpenParts<OpenPart>()
  /** Calls of this format's response without a result in it. */
  const calls = new Set<string>()
  const unique = createUniqueCalls(context)
  const saw = { call: false, refusal: false }
  let held = 0
  /** Part that spoke last. */
  let latest: { readonly part: number; readonly open: OpenPart | undefined } = { part: -1, open: undefined }

  const begin = (open: OpenPart, entry: Item | undefined): void => {
    const { start, way } = open
    // Another format's text becomes an item once it has content.
    if (way === 'content') {
      if (own) content.begin(open, entry)
    } else if (way === 'result') {
      const item = registry.called(start as HostedResultPart) // way 'result' is given to hosted results alone
      if (item === undefined) return
      fates.part(start, context)
      registry.join(open, item)
    } else if (start.type === 'tool-call' && way === 'call') registry.open(open, encodeCall(start, scope, registry.next()), entry)
    else if (way !== 'whole') {
      const wire = encodeItem(start, undefined, scope, registry.next()) ?? { type: start.type }
      registry.open(open, way === 'reasoning' ? withoutSeal(wire) : { ...wire }, entry)
      if (way === 'hosted') registry.tick(open, 'in_progress')
    }
  }

  const writeDelta = (openedPart: OpenPart, delta: Delta): void => {
    if ('text' in delta) held += delta.text.length
    switch (delta.type) {
      case 'text':
        if (openedPart.way === 'content') content.say(openedPart, delta.text)
        else openedPart.text += delta.text
        return
      case 'arguments':
        writeArguments(writer, openedPart, delta.text)
        return
      case 'reasoning':
        writeThought(writer, openedPart, delta)
        return
      case 'citation':
        content.cite(openedPart, delta.citation)
        return
      case 'logprobs':
        content.weigh(openedPart, delta.logprobs)
        return
      case 'seal':
        writeSeal(openedPart, delta.seal)
        return
      case 'status':
        openedPart.status = delta.text
        if (delta.text !== 'completed') registry.tick(openedPart, delta.text)
        return
      case 'transcript':
        if (openedPart.way === 'content') content.say(openedPart, delta.text)
        else openedPart.transcript += delta.text
        return
      case 'media':
        held += delta.base64.length
        openedPart.base64 = delta.partial === undefined ? openedPart.base64 + delta.base64 : delta.base64
        return
    }
  }

  /** Seals of parts that cannot carry one here were removed before. */
  const writeSeal = (opened: OpenPart, seal: Seal): void => {
    if (own || plainPart({ ...opened.start, seal }, context).seal !== undefined) opened.seal = seal
  }

  const writeWhole = (value: Part): void => {
    const [part, result] = own ? [value] : answerPart(value, registry.next(), context)
    if (part === undefined) return
    fates.part(part, context)
    const wire = encodeItem(part, result?.type === 'hosted-result' ? result : undefined, scope, registry.next())
    if (wire === undefined) {
      scope.onLost?.(part)
      return
    }
    if (part.type === 'tool-result') calls.delete(part.callId)
    else if (part.type === 'opaque') calls.delete(answeredCall(part) ?? '')
    // An unknown item stays as it came.
    registry.addWhole(wire, part.type === 'opaque')
  }

  const complete = (opened: OpenPart): void => {
    const { item } = opened
    switch (opened.way) {
      case 'content':
        content.complete(opened)
        break
      case 'reasoning':
        closeSegments(writer, opened)
        if (item) registry.close(item)
        break
      case 'call':
        completeCall(writer, opened)
        if (item) registry.close(item)
        break
      case 'hosted':
        completeHosted(writer, registry, opened)
        if (!own) reportHostedCall(wholeOf(opened) as HostedCallPart, context) // way 'hosted' is given to hosted calls alone
        break
      case 'result':
        completeResult(opened)
        break
      case 'whole':
        writeWhole(wholeOf(opened))
        break
    }
  }

  const completeResult = ({ item, start }: OpenPart): void => {
    const call = item?.parts[0]?.start
    if (item === undefined || call?.type !== 'hosted-call' || start.type !== 'hosted-result') {
      context.onNotice(notice('hosted-result', start.at ?? ''))
      return
    }
    registry.leave(item)
    if (own) return
    reportHostedResult(start, call.family, context)
    if (item.open === 0) registry.close(item)
  }

  return {
    held: () => held,
    spoken: () => ({ calls: saw.call || calls.size > 0, refusal: saw.refusal }),
    start(part, given, entry) {
      const plain = own ? given : plainPart(given, context)
      const { seal } = plain
      const value = own ? emptyStart(plain) : unique(emptyStart(plain))
      const way = wayOf(value, writer)
      if (way !== 'whole' && way !== 'result') fates.part(value, context)
      if (value.type === 'refusal') saw.refusal = true
      if (value.type === 'tool-call') {
        if (own) calls.add(value.callId)
        else saw.call = true
      }
      const opened = openPart(startOf(value, way), way)
      openParts.set(part, opened)
      if (value.type === 'media' && way === 'content') {
        opened.media = true
        content.say(opened, value.transcript ?? '')
      } else begin(opened, entry)
      if (seal && value.type !== 'tool-call') writeSeal(opened, seal)
      for (const delta of initialDeltas(plain)) writeDelta(opened, delta)
    },
    writeText(part, delta) {
      // The first words of a thought come before its start is written.
      if (latest.part !== part || latest.open === undefined) latest = { part, open: openParts.get(part) }
      const wire = latest.open && writeTextDelta(writer, latest.open, delta)
      if (wire !== undefined && 'text' in delta) held += delta.text.length
      return wire
    },
    delta(part, delta) {
      const opened = openParts.get(part)
      if (opened) writeDelta(opened, delta)
    },
    end(part, entry, extensions) {
      const opened = openParts.get(part)
      if (opened === undefined) return
      openParts.delete(part)
      latest = { part: -1, open: undefined }
      opened.extensions = extensions
      if (extensions && isShown(opened)) fates.extensions(extensions, opened.start.at ?? '', context)
      if (entry && opened.item) opened.item.entry = mergeItem(opened.item.entry, entry)
      complete(opened)
    },
    finish() {
      for (const opened of openParts.values()) complete(opened)
      return registry.closeAll()
    },
    soFar: () => registry.soFar(),
  }
}

/** Seals come only with the finished item. */
function withoutSeal({ encrypted_content: _, ...wire }: JsonObject): JsonDraft {
  return wire
}

/** False for a part that is dropped, and its extension with it. */
function isShown({ way, item }: OpenPart): boolean {
  return way === 'whole' || item !== undefined
}

function mergeItem(old: Item | undefined, item: Item): Item {
  const extensions = mergeExtensions(old?.extensions, item.extensions)
  return extensions ? { ...old, ...item, extensions } : { ...old, ...item }
}
