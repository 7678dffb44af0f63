import type { FormatEdge } from '@interlingua/core/edge'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createCachedContentStore } from '../contents/cached-content-store.ts'
import { createPromptCache } from '../cache/create-prompt-cache.ts'
import { createResponseStore } from '../responses/create-response-store.ts'
import type { ProviderState } from './demo-request.ts'
import type { GivenAnswer } from './given-answer.ts'
import { createFileStore } from './media/create-file-store.ts'
import { createTaskStore } from './media/create-task-store.ts'
import type { SeenRequest } from './seen-request.ts'
import { serveRequest } from './serve-request.ts'
import { createVideoStore } from './videos/create-video-store.ts'

export interface ScriptedProviderOptions {
  /** The port; 0, the default, takes any free one. */
  readonly port?: number
  /** The address to listen on; by default 127.0.0.1. The demo checks no key, so that it must not listen on a public address. */
  readonly host?: string
  /** The time of the answers in milliseconds since the epoch. The clock stands still, so that answers do not change with the day. */
  readonly now?: number
  /** The clock in milliseconds by which cached prompts end; by default it stands still, and none ends. */
  readonly cacheClock?: () => number
  /** The formats that are served beside those of the demo, at the routes of their edges and with the model `demo-<format>`; by default none. */
  readonly formats?: readonly FormatEdge[]
  /** The largest size of a body, above which the answer is a 413; by default 32 MiB. */
  readonly maxBodyBytes?: number
  /** The delay between the events of a stream in milliseconds; by default 0. */
  readonly eventDelayMs?: number
  /** The deviations that the chat dialect always has, by the words of the directive `dialect`. */
  readonly chatDialect?: readonly string[]
  /**
   * True (the default) to refuse a request as the vendor of its model would, in the vendor's wording. Ids that are no vendor's
   * (`demo-chat`) follow only the rules of their format.
   */
  readonly vendorRules?: boolean
  /** A callback for every request, before the answer. */
  readonly onRequest?: (seen: SeenRequest) => void
  /** A callback for every answer that reached its client completely. */
  readonly onAnswer?: (given: GivenAnswer) => void
}

export interface ScriptedProvider {
  /** The base URL without a path: SDKs of Anthropic and Google take `url`, those of OpenAI `url + '/v1'`. */
  readonly url: string
  /**
   * The numbers of all requests, of active ones, of those whose client left early, and of tasks that made videos, also where the client
   * never got the answer.
   */
  stats(): { readonly requests: number; readonly active: number; readonly abandoned: number; readonly videos: number }
  /** Stops listening and cuts every open answer. */
  close(): Promise<void>
}

/** Serves the demo provider over HTTP. Rejects where the address cannot be bound. */
export async function startScriptedProvider(options: ScriptedProviderOptions = {}): Promise<ScriptedProvider> {
  const { port = 0, host = '127.0.0.1', formats = [] } = options
  const state: ProviderState = {
    now: options.now ?? Date.UTC(2026, 0, 1),
    maxBodyBytes: options.maxBodyBytes ?? 32 * 1024 * 1024,
    eventDelayMs: options.eventDelayMs ?? 0,
    chatDialect: options.chatDialect ?? [],
    vendorRules: options.vendorRules ?? true,
    formats,
    promptCache: createPromptCache({ now: options.cacheClock ?? (() => 0) }),
    responses: createResponseStore(),
    cachedContents: createCachedContentStore(),
    files: createFileStore(),
    tasks: createTaskStore(),
    videos: createVideoStore(),
    directiveUses: new Map(),
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
