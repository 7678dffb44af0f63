import { type Capacity, defaultReserve } from '@interlingua/access'
import type { FailureReply } from '@interlingua/gateway-kernel'
import type { KeyLimits } from '@interlingua/store'
import type { Server, ServerOptions, ServerResponse } from 'node:http'

/** Limits for clients. Sizes are in bytes, times in seconds. */
export interface LimitOptions {
  /** Largest request body, before and after its content coding is removed. Default 32 MiB. */
  readonly bodyBytes?: number | undefined
  /** Largest body of a request of images and videos, which may hold images. Default 64 MiB. */
  readonly imageBytes?: number | undefined
  /** Largest video that is kept and handed out. Default 100 MiB. */
  readonly videoBytes?: number | undefined
  /** Largest sum of the decoded files within a native request. Default 20 MiB. */
  readonly inlineBytes?: number | undefined
  /** Largest request line and headers together; read at the start alone. Default 32 KiB. */
  readonly headerBytes?: number | undefined
  /** Largest answer document of an upstream. Default 64 MiB. */
  readonly answerBytes?: number | undefined
  /** Nesting of a body. Default 200. */
  readonly depth?: number | undefined
  /** Members and items of a body. Default 200,000. */
  readonly values?: number | undefined
  /** Tools of a request. Default 5,000. */
  readonly tools?: number | undefined
  /** Turns, or items, of a request. Default 10,000. */
  readonly turns?: number | undefined
  /** Parts and calls of all turns together. Default 20,000. */
  readonly parts?: number | undefined
  /** Open connections of this process. Default: any number. */
  readonly connections?: number | undefined
  /** Open requests of this process; further ones are refused. Default 10,000. */
  readonly requests?: number | undefined
  /** Open streams of this process; further ones are refused. Default: any number. */
  readonly streams?: number | undefined
  /** Time until the headers must be there. Default 60. */
  readonly headersTimeout?: number | undefined
  /** Time until the whole request must be there. Default 300. */
  readonly requestTimeout?: number | undefined
  /** Time in which a client must send more of its body, or read more of its answer. Default 120. */
  readonly clientTimeout?: number | undefined
  /** Time for which an idle connection is kept. Default 65. */
  readonly keepAliveTimeout?: number | undefined
  /** Output tokens that a request reserves of budgets and token rates: `output` where it names no maximum, `maxOutput` at most. */
  readonly reservation?: { readonly output?: number | undefined; readonly maxOutput?: number | undefined } | undefined
  /** Limits of keys that have no such limit of their own. Default: none. */
  readonly keys?: { readonly [Name in keyof KeyLimits]?: KeyLimits[Name] | undefined } | undefined
}

const defaultRequests = 10_000
const defaultInlineBytes = 20 * 1024 * 1024

/** Capacity of a gateway with these limits. */
export function capacityOf(limits: LimitOptions): Capacity {
  const { requests = defaultRequests, streams = Infinity, inlineBytes = defaultInlineBytes, keys, reservation: reserve } = limits
  const reservation = {
    output: reserve?.output ?? defaultReserve.output,
    maxOutput: reserve?.maxOutput ?? defaultReserve.maxOutput,
  }
  const { requestsPerMinute, tokensPerMinute, concurrentStreams } = keys ?? {}
  if (requestsPerMinute === undefined && tokensPerMinute === undefined && concurrentStreams === undefined)
    return { requests, streams, inlineBytes, reservation }
  return {
    requests,
    streams,
    inlineBytes,
    reservation,
    keys: {
      ...(requestsPerMinute !== undefined && { requestsPerMinute }),
      ...(tokensPerMinute !== undefined && { tokensPerMinute }),
      ...(concurrentStreams !== undefined && { concurrentStreams }),
    },
  }
}

/** Timeouts of clients, in seconds. */
interface ClientTimes {
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly clientTimeout: number
  readonly keepAliveTimeout: number
}

/** Timeouts of clients. Idle connections are kept for longer than the usual minute of proxies, so that the gateway never closes first. */
function clientTimes(limits: LimitOptions): ClientTimes {
  const { headersTimeout = 60, requestTimeout = 300, clientTimeout = 120, keepAliveTimeout = 65 } = limits
  return { headersTimeout: Math.min(headersTimeout, requestTimeout), requestTimeout, clientTimeout, keepAliveTimeout }
}

/** Ends a connection on which no byte has passed for the client's timeout, if it is the client that does not read. */
export function endStalled(response: ServerResponse): void {
  if (response.writableLength > 0) response.destroy()
}

/** Failure for a client that does not send the rest of its request. */
export const slowRequest: FailureReply = {
  failure: { code: 'invalid-request', message: 'The rest of the request did not come in time.', retryable: true, status: 408 },
  status: 408,
  close: true,
}

const defaultHeaderBytes = 32 * 1024
/** Milliseconds between two checks for late connections: Node's default. */
const usualInterval = 30_000

/** Options of Node's HTTP server that must be known before it starts; `setServerLimits` sets the others. */
export function serverOptions(limits: LimitOptions): ServerOptions {
  const { headersTimeout } = clientTimes(limits)
  return {
    maxHeaderSize: limits.headerBytes ?? defaultHeaderBytes,
    connectionsCheckingInterval: Math.min(usualInterval, headersTimeout * 1000),
    // Set, since Node otherwise reads its command line for each answer, which is slow.
    insecureHTTPParser: false,
  }
}

/** Sets timeouts and number of connections; they hold from the next use of each connection on. */
export function setServerLimits(server: Server, limits: LimitOptions): void {
  const { headersTimeout, requestTimeout, clientTimeout, keepAliveTimeout } = clientTimes(limits)
  server.headersTimeout = headersTimeout * 1000
  server.requestTimeout = requestTimeout * 1000
  server.keepAliveTimeout = keepAliveTimeout * 1000
  // The timer runs while no byte passes. At its end the gateway checks that the client is to blame, since models may think for long.
  server.timeout = clientTimeout * 1000
  server.maxConnections = limits.connections ?? Infinity
}
