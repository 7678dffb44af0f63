import type { FormatEdge } from '@interlingua/core/edge'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CachedContentStore } from '../contents/cached-content-store.ts'
import type { PromptCache } from '../cache/create-prompt-cache.ts'
import type { ResponseStore } from '../responses/create-response-store.ts'
import type { FileStore } from './media/create-file-store.ts'
import type { TaskStore } from './media/create-task-store.ts'
import type { GivenAnswer } from './given-answer.ts'
import type { SeenRequest } from './seen-request.ts'
import type { VideoStore } from './videos/create-video-store.ts'

/** The state that all requests to a provider share. */
export interface ProviderState {
  /** The time in milliseconds since the epoch, which stands still. */
  readonly now: number
  readonly maxBodyBytes: number
  /** The delay between the events of a stream in milliseconds. */
  readonly eventDelayMs: number
  /** The words of the directive `dialect` that always apply. */
  readonly chatDialect: readonly string[]
  /** True where requests are refused as the model's vendor would refuse them. */
  readonly vendorRules: boolean
  /** Formats that are served beside those of the demo. */
  readonly formats: readonly FormatEdge[]
  readonly promptCache: PromptCache
  /** The answers that `previous_response_id` may name. */
  readonly responses: ResponseStore
  /** The contents that `cachedContent` may name. */
  readonly cachedContents: CachedContentStore
  /** The results that clients fetch by their URL. */
  readonly files: FileStore
  /** The tasks that make images while the client polls. */
  readonly tasks: TaskStore
  /** The tasks that make videos, or have made them. */
  readonly videos: VideoStore
  /** The number of times that a directive with `times=` has applied. */
  readonly directiveUses: Map<string, number>
  readonly onRequest: ((seen: SeenRequest) => void) | undefined
  readonly onAnswer: ((given: GivenAnswer) => void) | undefined
  readonly stats: { requests: number; active: number; abandoned: number; videos: number }
}

/** A request that is being answered. */
export interface DemoRequest {
  readonly state: ProviderState
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The headers, with names in lower case and repeated ones joined. */
  readonly headers: Readonly<Record<string, string>>
  readonly requestId: string
  /** A signal that aborts when the client has gone. */
  readonly signal: AbortSignal
}
