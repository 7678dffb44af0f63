import type { HostedResultPart, Item, JsonObject, Part } from '@interlingua/core'
import type { Bag } from '../extension.ts'
import type { EncodeScope } from '../parts/codec.ts'
import { encodeItem } from '../parts/index.ts'
import { encodeMessage } from '../parts/message.ts'
import type { Desk } from './desk.ts'
import { emptyItem, middleEvents, ticks } from './item-events.ts'
import { wholeOf } from './writing.ts'
import type { Way, Writing, WrittenItem } from './writing.ts'

/** The items of a stream: opened one after the other, open side by side, each done once. */
export interface ItemShelf {
  /** The place of the next item. */
  next(): number
  /** Adds an item and puts the writing's part into it. `wire` is the item as it would be printed now; it is taken over. */
  open(writing: Writing, wire: Bag, entry: Item | undefined): void
  /** The open message that content joins: that of its own id, else the one that spoke last. */
  message(value: Part): WrittenItem | undefined
  /** The item of the call that a result belongs to, open or done without one. */
  called(value: HostedResultPart): WrittenItem | undefined
  join(writing: Writing, item: WrittenItem): void
  /** A part of the item has ended. */
  leave(item: WrittenItem): void
  /** Writes an item that is whole from the start. */
  addWhole(wire: JsonObject, verbatim: boolean): void
  /** The item as it would be printed with these parts. */
  print(item: WrittenItem, parts: readonly Part[]): JsonObject
  /** Tells a state of a hosted tool, once. */
  tick(writing: Writing, status: string): void
  /** The item is done, and those before it that only waited to be joined: clients keep items in the order in which they are done. */
  close(item: WrittenItem): void
  /** Whatever is open is done; gives all items. */
  closeAll(): readonly JsonObject[]
  /** All items, as far as they came. */
  soFar(): readonly JsonObject[]
}

export function createItemShelf({ own, scope, put, send, sequence }: Desk): ItemShelf {
  /** In the order of their places. */
  const open = new Set<WrittenItem>()
  /** Those of them that only wait to be joined: all of their parts have ended. */
  const idle = new Set<WrittenItem>()
  /** Those of them that wait for the result of another format's hosted call. */
  const asking = new Set<WrittenItem>()
  /** Messages by the source's id of the item, and hosted calls by their ids. */
  const messages = new Map<string, WrittenItem>()
  const calls = new Map<string, Set<WrittenItem>>()
  const output: (JsonObject | undefined)[] = []
  const ids = new Set<string>()
  /** The item of the part that started last: content that follows it directly joins it. */
  let last: WrittenItem | undefined
  /** An item keeps the id with which it was added. */
  let given = ''
  const again: EncodeScope = { ...scope, idOf: () => given }

  /** Clients know items by their ids: none twice, and none without. An id that was derived from the item's place is nobody else's. */
  const uniqueId = (wire: JsonObject, derived: boolean): string => {
    if (derived && typeof wire.id === 'string') return wire.id
    const known = typeof wire.id === 'string' && wire.id !== '' && !ids.has(wire.id) ? wire.id : undefined
    const id = known ?? scope.idOf(undefined, 'item_', output.length) ?? `item_${output.length}`
    ids.add(id)
    return id
  }

  /** Items all of whose parts have ended, and that nothing has joined, are done as soon as another begins. */
  const settle = (below = Infinity): void => {
    if (below === Infinity && asking.size > 0) for (const item of asking) idle.add(item)
    if (idle.size === 0) return
    const found = [...idle].filter(({ index }) => index < below)
    for (const item of found.length > 1 ? found.sort((a, b) => a.index - b.index) : found) finish(item)
  }

  /** The result of another format's hosted call is a part by itself, which may come later. */
  const waits = (item: WrittenItem): boolean => !own && item.way === 'hosted' && item.parts.length < 2

  const print = (item: WrittenItem, parts: readonly Part[]): JsonObject => {
    given = item.id
    if (item.way === 'content') return encodeMessage(parts, item.entry, 'assistant', again, item.index)
    const [part, result] = parts
    const wire = part && encodeItem(part, result?.type === 'hosted-result' ? result : undefined, again, item.index)
    return wire ?? { type: item.type, id: item.id }
  }

  const tellEnd = (item: WrittenItem, { status, error }: JsonObject): void => {
    const [writing] = item.parts
    if (writing === undefined) return
    const failed = item.type === 'mcp_call' && (status === 'failed' || (error !== undefined && error !== null))
    if (failed) shelf.tick(writing, 'failed')
    else if (status === 'completed' || status === undefined) {
      // Another format tells no states: what its call did between its beginning and its end was its work.
      if (!own && item.type !== 'mcp_call') for (const between of ticks[item.type]?.slice(1, -1) ?? []) shelf.tick(writing, between)
      shelf.tick(writing, 'completed')
    }
  }

  const forget = (item: WrittenItem): void => {
    const callId = hostedId(item)
    const same = callId === undefined ? undefined : calls.get(callId)
    if (callId !== undefined && same?.delete(item) && same.size === 0) calls.delete(callId)
  }

  const finish = (item: WrittenItem): void => {
    open.delete(item)
    idle.delete(item)
    const unanswered = asking.delete(item)
    if (item.itemId !== undefined && messages.get(item.itemId) === item) messages.delete(item.itemId)
    if (!unanswered) forget(item)
    item.done = true
    const wire = print(item, item.parts.map(wholeOf))
    output[item.index] = wire
    if (item.way === 'hosted') tellEnd(item, wire)
    send({ type: 'response.output_item.done', sequence_number: sequence(), output_index: item.index, item: wire })
  }

  const shelf: ItemShelf = {
    next: () => output.length,
    open(writing, wire, entry) {
      settle()
      const index = output.length
      const way: Way = writing.way
      const { itemId } = writing.start
      const id = uniqueId(wire, !own && way === 'call' && itemId === undefined)
      output.push(undefined)
      const item: WrittenItem = {
        way,
        index,
        id,
        type: String(wire.type),
        itemId,
        entry,
        parts: [writing],
        open: 1,
        done: false,
      }
      open.add(item)
      if (way === 'content' && itemId !== undefined && !messages.has(itemId)) messages.set(itemId, item)
      const callId = hostedId(item)
      if (callId !== undefined) calls.set(callId, (calls.get(callId) ?? new Set()).add(item))
      if (wire.id !== id) wire.id = id
      send({ type: 'response.output_item.added', sequence_number: sequence(), output_index: index, item: emptyItem(wire) })
      writing.item = item
      writing.index = 0
      last = item
    },
    message(value) {
      if (value.itemId === undefined) return last?.way === 'content' && last.itemId === undefined && !last.done ? last : undefined
      return messages.get(value.itemId)
    },
    called: ({ callId }) => calls.get(callId)?.values().next().value,
    join(writing, item) {
      writing.item = item
      writing.index = item.parts.length
      item.parts.push(writing)
      item.open++
      idle.delete(item)
      asking.delete(item)
      last = item
    },
    addWhole(wire, verbatim) {
      settle()
      const index = output.length
      const id = uniqueId(wire, false)
      const final = verbatim && wire.id === undefined ? wire : { ...wire, id }
      output.push(final)
      send({ type: 'response.output_item.added', sequence_number: sequence(), output_index: index, item: emptyItem({ ...final }) })
      for (const [name, payload] of middleEvents(final)) put(name, { output_index: index, ...payload })
      send({ type: 'response.output_item.done', sequence_number: sequence(), output_index: index, item: final })
      last = undefined
    },
    print,
    tick(writing, status) {
      const { item } = writing
      if (item === undefined || !ticks[item.type]?.includes(status) || writing.told.includes(status)) return
      writing.told.push(status)
      put(`${item.type}.${status}`, { item_id: item.id, output_index: item.index })
    },
    leave(item) {
      item.open--
      if (item.done || item.open > 0) return
      if (waits(item)) asking.add(item)
      else idle.add(item)
    },
    close(item) {
      // Its result came late: only the whole answer can still have it.
      if (item.done) {
        forget(item)
        output[item.index] = print(item, item.parts.map(wholeOf))
        return
      }
      settle(item.index)
      finish(item)
    },
    closeAll() {
      for (const item of open) finish(item)
      return output.filter((wire) => wire !== undefined)
    },
    soFar() {
      const wires = [...output]
      for (const item of open) {
        const wire = print(item, item.parts.map(wholeOf))
        wires[item.index] = typeof wire.status === 'string' ? { ...wire, status: 'incomplete' } : wire
      }
      return wires.filter((wire) => wire !== undefined)
    },
  }
  return shelf
}

function hostedId({ way, parts: [first] }: WrittenItem): string | undefined {
  return way === 'hosted' && first?.start.type === 'hosted-call' ? first.start.callId : undefined
}
