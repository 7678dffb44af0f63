import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createCachedContentStore } from '../contents/cached-content-store.ts'
import { createPromptCache } from '../create-prompt-cache.ts'
import { createResponseStore } from '../responses/create-response-store.ts'
import type { ProviderState } from './exchange.ts'
import type { GivenAnswer } from './given-answer.ts'
import { createFileStore } from './media/create-file-store.ts'
import { createTaskStore } from './media/create-task-store.ts'
import type { SeenRequest } from './seen-request.ts'
import { servedDialects } from './served-dialects.ts'
import { serveRequest } from './serve-request.ts'
import { createVideoStore } from './videos/create-video-store.ts'

export interface ScriptedProviderOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  /** Default 127.0.0.1. The demo checks no key: do not put it on a public address. */
  readonly host?: string
  /** The clock of the answers, in milliseconds since the epoch. It stands still, so that answers are the same on every day. */
  readonly now?: number
  /** Default 32 MiB; more is a 413. */
  readonly maxBodyBytes?: number
  /** Milliseconds between the events of a stream. Default 0. */
  readonly eventDelayMs?: number
  /** Deviations that the chat dialect always has, as in the directive `dialect`. */
  readonly chatDialect?: readonly string[]
  /**
   * Whether it refuses by the model's id what the vendor of that model refuses, in the vendor's words. Default true; ids that are no vendor's
   * (`demo-chat`) follow the rules of their format alone.
   */
  readonly vendorRules?: boolean
  /** Called with every request before it is answered. */
  readonly onRequest?: (seen: SeenRequest) => void
  /** Called with every answer that was sent to its end, and to a client that was there until then. */
  readonly onAnswer?: (given: GivenAnswer) => void
}

export interface ScriptedProvider {
  /** Without a path: the vendors' SDKs get `url` (Anthropic, Google) and `url + '/v1'` (OpenAI) as their base. */
  readonly url: string
  /**
   * Requests so far, requests in service, requests whose client left before the end, and tasks of videos that were made, also those of
   * which no client heard.
   */
  stats(): { readonly requests: number; readonly active: number; readonly abandoned: number; readonly videos: number }
  /** Stops listening and cuts every open answer. */
  close(): Promise<void>
}

/** Serves the demo provider over HTTP. Rejects where the address cannot be bound. */
export async function startScriptedProvider(options: ScriptedProviderOptions = {}): Promise<ScriptedProvider> {
  const { port = 0, host = '127.0.0.1' } = options
  const state: ProviderState = {
    now: options.now ?? Date.UTC(2026, 0, 1),
    maxBodyBytes: options.maxBodyBytes ?? 32 * 1024 * 1024,
    eventDelayMs: options.eventDelayMs ?? 0,
    chatDialect: options.chatDialect ?? [],
    vendorRules: options.vendorRules ?? true,
    caches: new Map(servedDialects.map((dialect) => [dialect.format, createPromptCache(dialect.caching)])),
    responses: createResponseStore(),
    cachedContents: createCachedContentStore(),
    files: createFileStore(),
    tasks: createTaskStore(),
    videos: createVideoStore(),
    strikes: new Map(),
    onRequest: options.onRequest,
    onAnswer: options.onAnswer,
    stats: { requests: 0, active: 0, abandoned: 0, videos: 0 },
  }
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => void serveRequest(state, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo // a TCP server that listens has one
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    stats: () => ({ ...state.stats }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
