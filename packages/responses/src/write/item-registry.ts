import type { HostedResultPart, Item, JsonObject, Part } from '@interlingua/core'
import type { JsonDraft } from '../extension.ts'
import type { EncodeScope } from '../parts/codec.ts'
import { encodeItem } from '../parts/index.ts'
import { encodeMessage } from '../parts/message.ts'
import type { WriterContext } from './writer-context.ts'
import { emptyItem, middleEvents, ticks } from './item-events.ts'
import { wholeOf } from './open-part.ts'
import type { Way, OpenPart, WrittenItem } from './open-part.ts'

/** Items of a stream: opened in order, open side by side, each done once. */
export interface ItemRegistry {
  /** Index of the next item. */
  next(): number
  /** Adds an item and puts the part of `writing` into it. `wire` is the item as it would be printed now; the registry keeps it. */
  open(open: OpenPart, wire: JsonDraft, entry: Item | undefined): void
  /** Open message that content joins: that of its own id, else the latest one. */
  message(value: Part): WrittenItem | undefined
  /** Item of the call that a result belongs to, open or done without one. */
  called(value: HostedResultPart): WrittenItem | undefined
  join(openedPart: OpenPart, item: WrittenItem): void
  /** Notes that a part of the item has ended. */
  leave(item: WrittenItem): void
  /** Writes an item that is complete from the start. */
  addWhole(wire: JsonObject, verbatim: boolean): void
  /** Item as it would be printed with these parts. */
  encode(item: WrittenItem, parts: readonly Part[]): JsonObject
  /** Writes a state of a hosted tool, once. */
  tick(opened: OpenPart, status: string): void
  /** Ends the item, and those before it that only waited to be joined: clients keep items in the order in which they are done. */
  close(item: WrittenItem): void
  /** Ends all open items; returns all items. */
  closeAll(): readonly JsonObject[]
  /** Returns all items so far. */
  soFar(): readonly JsonObject[]
}

export function createItemRegistry({ own, scope, put, send, sequence }: WriterContext): ItemRegistry {
  /** Open items in the order of their indexes. */
  const open = new Set<WrittenItem>()
  /** Open items whose parts have all ended, and that only wait to be joined. */
  const idle = new Set<WrittenItem>()
  /** Open items that wait for the result of another format's hosted call. */
  const asking = new Set<WrittenItem>()
  /** Messages by the source's id of the item, and hosted calls by their ids. */
  const messages = new Map<string, WrittenItem>()
  const calls = new Map<string, Set<WrittenItem>>()
  const output: (JsonObject | undefined)[] = []
  const ids = new Set<string>()
  /** Item of the latest part, which directly following content joins. */
  let last: WrittenItem | undefined
  /** Id with which an item was added, which it keeps. */
  let given = ''
  const again: EncodeScope = { ...scope, idOf: () => given }

  /** Unique id of an item, since clients know items by their ids. An id derived from the item's index is unique already. */
  const uniqueId = (wire: JsonObject, derived: boolean): string => {
    if (derived && typeof wire.id === 'string') return wire.id
    const known = typeof wire.id === 'string' && wire.id !== '' && !ids.has(wire.id) ? wire.id : undefined
    const id = known ?? scope.idOf(undefined, 'item_', output.length) ?? `item_${output.length}`
    ids.add(id)
    return id
  }

  /** Ends items whose parts have all ended and that no content has joined, once another begins. */
  const settle = (below = Infinity): void => {
    if (below === Infinity && asking.size > 0) for (const item of asking) idle.add(item)
    if (idle.size === 0) return
    const found = [...idle].filter(({ index }) => index < below)
    for (const item of found.length > 1 ? found.sort((a, b) => a.index - b.index) : found) finish(item)
  }

  /** True for a call of another format whose result is a part by itself, which may come later. */
  const waits = (item: WrittenItem): boolean => !own && item.way === 'hosted' && item.parts.length < 2

  const encode = (item: WrittenItem, parts: readonly Part[]): JsonObject => {
    given = item.id
    if (item.way === 'content') return encodeMessage(parts, item.entry, 'assistant', again, item.index)
    const [part, result] = parts
    const wire = part && encodeItem(part, result?.type === 'hosted-result' ? result : undefined, again, item.index)
    return wire ?? { type: item.type, id: item.id }
  }

  const reportEnd = (item: WrittenItem, { status, error }: JsonObject): void => {
    const [openedPart] = item.parts
    if (openedPart === undefined) return
    const failed = item.type === 'mcp_call' && (status === 'failed' || (error !== undefined && error !== null))
    if (failed) registry.tick(openedPart, 'failed')
    else if (status === 'completed' || status === undefined) {
      // Other formats report no states, so all work of a call is shown between its beginning and its end.
      if (!own && item.type !== 'mcp_call') for (const between of ticks[item.type]?.slice(1, -1) ?? []) registry.tick(openedPart, between)
      registry.tick(openedPart, 'completed')
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
    const wire = encode(item, item.parts.map(wholeOf))
    output[item.index] = wire
    if (item.way === 'hosted') reportEnd(item, wire)
    send({ type: 'response.output_item.done', sequence_number: sequence(), output_index: item.index, item: wire })
  }

  const registry: ItemRegistry = {
    next: () => output.length,
    open(opened, wire, entry) {
      settle()
      const index = output.length
      const way: Way = opened.way
      const { itemId } = opened.start
      const id = uniqueId(wire, !own && way === 'call' && itemId === undefined)
      output.push(undefined)
      const item: WrittenItem = {
        way,
        index,
        id,
        type: String(wire.type),
        itemId,
        entry,
        parts: [opened],
        open: 1,
        done: false,
      }
      open.add(item)
      if (way === 'content' && itemId !== undefined && !messages.has(itemId)) messages.set(itemId, item)
      const callId = hostedId(item)
      if (callId !== undefined) calls.set(callId, (calls.get(callId) ?? new Set()).add(item))
      if (wire.id !== id) wire.id = id
      send({ type: 'response.output_item.added', sequence_number: sequence(), output_index: index, item: emptyItem(wire) })
      opened.item = item
      opened.index = 0
      last = item
    },
    message(value) {
      if (value.itemId === undefined) return last?.way === 'content' && last.itemId === undefined && !last.done ? last : undefined
      return messages.get(value.itemId)
    },
    called: ({ callId }) => calls.get(callId)?.values().next().value,
    join(opened, item) {
      opened.item = item
      opened.index = item.parts.length
      item.parts.push(opened)
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
    encode,
    tick(opened, status) {
      const { item } = opened
      if (item === undefined || !ticks[item.type]?.includes(status) || opened.told.includes(status)) return
      opened.told.push(status)
      put(`${item.type}.${status}`, { item_id: item.id, output_index: item.index })
    },
    leave(item) {
      item.open--
      if (item.done || item.open > 0) return
      if (waits(item)) asking.add(item)
      else idle.add(item)
    },
    close(item) {
      // A late result can only be in the final response.
      if (item.done) {
        forget(item)
        output[item.index] = encode(item, item.parts.map(wholeOf))
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
        const wire = encode(item, item.parts.map(wholeOf))
        wires[item.index] = typeof wire.status === 'string' ? { ...wire, status: 'incomplete' } : wire
      }
      return wires.filter((wire) => wire !== undefined)
    },
  }
  return registry
}

function hostedId({ way, parts: [first] }: WrittenItem): string | undefined {
  return way === 'hosted' && first?.start.type === 'hosted-call' ? first.start.callId : undefined
}
