import { isJsonObject } from '@interlingua/core'
import { existsSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { WebSocket } from 'ws'
import { countInFile } from '../../../tools/file-counts.ts'
import { recordingsAbsent } from '../../../tools/recordings-absent.ts'
import { isKnown, knownEvent, knownItem, knownResponse } from './interface/known-kinds.ts'
import { type OpenSchema, openSchema, published } from './interface/open-schema.ts'
import { watchWrites } from './watch-writes.ts'

/** Name under which a run tells how many documents, events and frames were checked. */
const checked = 'Responses values valid by the published schema'

/** Faults in what one server writes, with the event in which each was first seen: a gateway may repeat it in another one. */
type Faults = Map<string, string>

/** Gateways whose answers are checked, by port. */
const gateways = new Map<number, Faults>()

/** Servers that answer exactly as a test says, by port, and the faults that a test wanted in their answers. */
const scripted = new Set<number>()
const wanted: Faults = new Map()

/** Checks of answers that have not ended, as a test may leave one open. */
const unchecked = new Set<() => void>()

let schema: OpenSchema | undefined
let watching = false

/** Paths of the answers: create, read, cancel, list the input of one, compact. */
const path = /\/responses(?:\/compact|\/resp_[^/]+(?:\/cancel|\/input_items)?)?$/

/**
 * Checks by the published schema of Open Responses each successful answer of Responses that the gateway at this port writes. Returns a function that
 * ends the check and lists the faults, but for those that a scripted server wrote and the gateway passed on.
 */
export function watchValidity(port: number): () => readonly string[] {
  if (!existsSync(published)) {
    countInFile(`gateways whose Responses were not checked: ${recordingsAbsent}`, 1)
    return () => []
  }
  const faults: Faults = new Map()
  gateways.set(port, faults)
  if (!watching) watch()
  return () => {
    gateways.delete(port)
    for (const check of unchecked) check()
    return [...faults].flatMap(([fault, where]) => (wanted.has(fault) ? [] : [`${where} ${fault}`]))
  }
}

/** Marks a server of this process whose answers are at fault where a test wants it. Returns a function that ends the mark. */
export function markScripted(port: number): () => void {
  if (scripted.size === 0) wanted.clear()
  scripted.add(port)
  return () => void scripted.delete(port)
}

function faultsAt(port: number | undefined): Faults | undefined {
  if (port === undefined) return undefined
  return gateways.get(port) ?? (scripted.has(port) ? wanted : undefined)
}

function watch(): void {
  watching = true
  const bodies = new WeakMap<ServerResponse, Buffer[]>()
  watchWrites((response, method, bytes) => {
    if (method === 'writeHead') return
    const pieces = bodies.get(response)
    if (pieces !== undefined) return void pieces.push(bytes)
    const faults = faultsAt(response.socket?.localPort)
    if (faults === undefined || !path.test(response.req.url?.split('?', 1)[0] ?? '')) return
    const first = [bytes]
    bodies.set(response, first)
    const check = (): void => {
      if (!unchecked.delete(check) || response.statusCode >= 300) return
      checkBody(Buffer.concat(first).toString(), faults)
    }
    unchecked.add(check)
    response.once('close', check)
  })
  const plain = WebSocket.prototype.send as (...given: unknown[]) => void // all arguments are handed on unchanged
  WebSocket.prototype.send = function (this: WebSocket, ...given: unknown[]): void {
    const { _socket: socket } = this as unknown as { readonly _socket?: { readonly localPort?: number } } // the library's own connection
    const faults = faultsAt(socket?.localPort)
    if (faults !== undefined && typeof given[0] === 'string') checkEvent(given[0], faults, true)
    plain.apply(this, given)
  }
}

function checkBody(body: string, faults: Faults): void {
  if (!body.startsWith('{')) {
    // A stream that was cut may end within an event.
    for (const event of body.split(/\r?\n\r?\n/).slice(0, -1))
      for (const line of event.split(/\r?\n/)) if (line.startsWith('data: {')) checkEvent(line.slice(6), faults)
    return
  }
  const document = parse(body)
  if (!isJsonObject(document)) return void faults.set('is no JSON', 'a document')
  if (document['deleted'] === true) return
  const { isResponse, isCompaction, isItem } = (schema ??= openSchema())
  if (document['object'] === 'list' && Array.isArray(document['data'])) {
    const items = document['data'].filter((item) => isKnown('output', item))
    for (const item of items) note(isItem, knownItem(item), 'item', faults)
  } else if (document['object'] === 'response.compaction') note(isCompaction, document, 'compaction', faults)
  else note(isResponse, knownResponse(document), 'document', faults)
}

function checkEvent(text: string, faults: Faults, framed = false): void {
  const event = parse(text)
  const { events, isError } = (schema ??= openSchema())
  if (!isJsonObject(event)) return
  const type = String(event['type'])
  const validate = framed && type === 'error' ? isError : events.get(type)
  const value = knownEvent(event)
  if (validate !== undefined && value !== undefined) note(validate, value, type, faults)
}

function note(validate: OpenSchema['isItem'], value: unknown, label: string, faults: Faults): void {
  if (faults !== wanted) countInFile(checked, 1)
  if (validate(value)) return
  const { response = value, item = response, item_id: itemId } = value as { response?: unknown; item?: unknown; item_id?: unknown } // an object, as each caller has seen
  const { id = itemId } = (item ?? {}) as { readonly id?: unknown } // any value has members to look for
  for (const { instancePath, message } of validate.errors ?? []) {
    const fault = `${String(id)}${instancePath.replace(/^\/(?:response|item)\b/, '')} ${message}`
    if (!faults.has(fault)) faults.set(fault, label)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // A test may want an upstream that writes no JSON.
  }
}
