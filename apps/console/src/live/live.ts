import { signal } from '@preact/signals'
import type { ChannelHealth, ConsoleEvent, Overview, RequestEvent } from '@interlingua/console/api'
import { putAnswer, reloadAll } from '../api/cache.ts'
import { type EventStream, openEventStream } from './event-stream.ts'

/** Overview as the gateway sent it last. */
export const overview = signal<Overview | undefined>(undefined)
/** Beginnings of the requests that run now, by their ids, the oldest first. */
export const running = signal<ReadonlyMap<string, RequestEvent['request']>>(new Map())
/** True while so many requests run that the gateway reports a part of them. */
export const sampled = signal(false)
/** Problem of the configuration that was refused last. */
export const configProblem = signal<string | undefined>(undefined)

type RequestListener = (event: RequestEvent) => void
const requestListeners = new Set<RequestListener>()

/** Hears of each request as it begins and ends. Gives the function that ends it. */
export function onRequest(listener: RequestListener): () => void {
  requestListeners.add(listener)
  return () => void requestListeners.delete(listener)
}

/** Most requests that are followed; those that ended unheard, in a break, would stay for ever. */
const mostRunning = 500
/** Milliseconds after which a request without an end counts as one whose end was missed. */
const longest = 3_600_000

let stream: EventStream | undefined

/** Follows the events of the gateway until `stopLive`. */
export function startLive(): void {
  stream ??= openEventStream({ topics: ['overview', 'request', 'channel', 'config', 'recording', 'key'], onEvent: take, onReset: readAnew })
}

export function stopLive(): void {
  stream?.close()
  stream = undefined
  running.value = new Map()
  overview.value = undefined
}

/** Tries to reach the gateway now. */
export function retryNow(): void {
  stream?.retry()
  reloadAll()
}

function readAnew(): void {
  running.value = new Map()
  reloadAll()
}

function take(event: ConsoleEvent): void {
  if (event.topic === 'overview') {
    takeOverview(event.data)
    putAnswer('/overview', event.data)
  } else if (event.topic === 'request') takeRequest(event.data)
  else if (event.topic === 'channel') takeChannel(event.data)
  else if (event.topic === 'config') {
    configProblem.value = event.data.problem
    reloadAll()
  } else if (event.topic === 'key') reloadAll('/keys')
  else reloadAll()
}

export function takeOverview(answer: Overview): void {
  overview.value = answer
}

function takeChannel(health: ChannelHealth): void {
  const before = overview.peek()
  if (!before) return
  const channels = before.channels.map((channel) => {
    const { name, requests, failed, p50, lastFailure } = channel
    return name === health.name
      ? { ...health, requests, failed, ...(p50 !== undefined && { p50 }), ...(lastFailure !== undefined && { lastFailure }) }
      : channel
  })
  takeOverview({ ...before, channels })
  putAnswer('/overview', { ...before, channels })
}

function takeRequest(event: RequestEvent): void {
  const { phase, request } = event
  const next = new Map(running.peek())
  if (phase === 'end') next.delete(request.id)
  else next.set(request.id, { ...next.get(request.id), ...request })
  for (const [id, { at }] of next) if (next.size > mostRunning || Date.now() - Date.parse(at) > longest) next.delete(id)
  running.value = next
  sampled.value = event.sampled === true
  for (const listener of requestListeners) listener(event)
}
