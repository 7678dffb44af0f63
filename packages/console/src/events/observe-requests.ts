import type { Observer, ObservedRequest, Outcome } from '@interlingua/server'
import type { UsageRecord } from '@interlingua/store'
import type { ObservedCall } from '@interlingua/upstreams'
import type { RequestEvent } from '../api/index.ts'
import { rowOfRecord } from '../overview/request-row.ts'
import type { EventHub } from './event-hub.ts'

/** Requests of a second that are told; beyond that, one in ten is. */
const mostEachSecond = 50
const share = 10

/** Call of which only pages are told. */
const noHeaders: ObservedCall = { headers: undefined, end: () => {} }

/**
 * Observer that tells open pages of requests: when they begin, when a channel is called for them, and when they end. Without a page it costs one
 * comparison for each request.
 */
export function createRequestObserver(hub: EventHub, now: () => number): Observer {
  const told = new WeakSet<ObservedRequest>()
  let second = 0
  let count = 0

  /** True if this request is one of those that are told. */
  function chooses(request: ObservedRequest): boolean {
    const current = Math.floor(now() / 1000)
    if (current !== second) [second, count] = [current, 0]
    count++
    return count <= mostEachSecond || Number.parseInt(request.id.slice(-2), 36) % share === 0
  }

  function publish(event: RequestEvent): void {
    hub.publish({ topic: 'request', data: count > mostEachSecond ? { ...event, sampled: true } : event })
  }

  return {
    open(request) {
      if (!hub.listening || request.endpoint?.metered !== true || !chooses(request)) return
      told.add(request)
      const { id, at, edge, endpoint } = request
      publish({
        phase: 'begin',
        request: { id, at: new Date(at).toISOString(), operation: endpoint.operation, format: endpoint.dialect ?? edge.adapter.format },
      })
    },
    attempt({ admitted, target }) {
      const { client, grant, model, stream } = admitted
      if (!told.has(client) || client.endpoint === undefined) return noHeaders
      publish({
        phase: 'attempt',
        request: {
          id: client.id,
          at: new Date(client.at).toISOString(),
          operation: client.endpoint.operation,
          format: client.endpoint.dialect ?? client.edge.adapter.format,
          channel: target.channel.name,
          upstreamModel: target.model,
          ...(grant.key && { key: { id: grant.key.id, name: grant.key.name } }),
          ...(model !== undefined && { model }),
          ...(stream !== undefined && { stream }),
        },
      })
      return noHeaders
    },
    close(outcome, result, record) {
      if (!told.has(outcome.client)) return
      publish({ phase: 'end', request: record === undefined ? refusedRow(outcome, result) : rowOf(record, outcome) })
    },
  }

  function rowOf(record: UsageRecord, { admitted }: Outcome): RequestEvent['request'] {
    const key = admitted?.grant.key
    return rowOfRecord(record, new Map(key === undefined ? [] : [[key.id, key.name]]))
  }
}

/** Row of a request without a record: it was refused before it had a key. */
function refusedRow({ client, response }: Outcome, outcome: string): RequestEvent['request'] {
  return { id: client.id, at: new Date(client.at).toISOString(), outcome, ...(response.headersSent && { status: response.statusCode }) }
}
