import type { Format } from '@interlingua/core'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CachedContentStore } from '../contents/cached-content-store.ts'
import type { PromptCache } from '../create-prompt-cache.ts'
import type { ResponseStore } from '../responses/create-response-store.ts'
import type { FileStore } from './media/create-file-store.ts'
import type { TaskStore } from './media/create-task-store.ts'
import type { GivenAnswer } from './given-answer.ts'
import type { SeenRequest } from './seen-request.ts'
import type { VideoStore } from './videos/create-video-store.ts'

/** What all requests to one provider share. */
export interface ProviderState {
  /** Milliseconds since the epoch; the demo's clock stands still. */
  readonly now: number
  readonly maxBodyBytes: number
  /** Milliseconds between the events of a stream. */
  readonly eventDelayMs: number
  /** Words of the directive `dialect` that always hold. */
  readonly chatDialect: readonly string[]
  /** Whether requests are refused as the model's vendor would. */
  readonly vendorRules: boolean
  readonly caches: ReadonlyMap<Format, PromptCache>
  /** What `previous_response_id` may name. */
  readonly responses: ResponseStore
  /** What `cachedContent` may name. */
  readonly cachedContents: CachedContentStore
  /** Results that are fetched by their address. */
  readonly files: FileStore
  /** Images that are made while their caller waits elsewhere. */
  readonly tasks: TaskStore
  /** Videos that are made, or were. */
  readonly videos: VideoStore
  /** How often a directive with `times=` has struck. */
  readonly strikes: Map<string, number>
  readonly onRequest: ((seen: SeenRequest) => void) | undefined
  readonly onAnswer: ((given: GivenAnswer) => void) | undefined
  readonly stats: { requests: number; active: number; abandoned: number; videos: number }
}

/** One request in service. */
export interface Exchange {
  readonly state: ProviderState
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Names in lower case, repeated ones joined. */
  readonly headers: Readonly<Record<string, string>>
  readonly requestId: string
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal
}
