import type { JsonObject } from '@interlingua/core'

/** Client library behind a common interface, by which the same conversations are held with each library. */
export interface Driver {
  /** Name of the package, with the entry point where the package has several. */
  readonly name: string
  readonly format: 'messages' | 'responses' | 'chat' | 'contents' | 'interactions' | 'converse'
  /** The library speaks the format in a cloud's envelope, so that upstreams of the format itself are called with a translated request. */
  readonly enveloped?: true
  /** Abilities that this library has no way to ask for. */
  readonly lacks: ReadonlySet<Ability>
  /** Asks for the whole answer of a talk, as a document or as a stream. Throws the library's errors, also when `signal` aborts the call. */
  ask(gateway: string, model: string, talk: Talk, stream: boolean, signal?: AbortSignal): Promise<Reply>
  /** Status and message of an error; absent if the error is not of the library's own class. */
  readError(error: unknown): { readonly status: number | undefined; readonly message: string } | undefined
  /** Tokens of the talk, where the format counts. */
  count?(gateway: string, model: string, talk: Talk): Promise<number>
}

export type Ability = 'instruct' | 'audio' | 'stop' | 'pdf' | 'cache-mark' | 'reasoning-replay'

/** Conversation, with the expectations for its answer. */
export interface Talk {
  readonly system?: string
  readonly turns: readonly Turn[]
  readonly tools?: readonly ToolSpec[]
  readonly maxTokens?: number
  readonly stop?: readonly string[]
  readonly thinking?: boolean
  readonly schema?: JsonObject
  /** Mark the system text as a prefix to keep, where the format has marks. */
  readonly cached?: boolean
}

export type Turn =
  | { readonly say: string; readonly media?: readonly Media[] }
  | { readonly instruct: string }
  /** Value of `Reply.replay`, put back into the talk in the way of the library's users. */
  | { readonly replay: unknown }
  | { readonly results: readonly ToolOutput[] }

export interface Media {
  readonly kind: 'image' | 'pdf' | 'audio'
  readonly mime: string
  readonly base64: string
}

export interface ToolSpec {
  readonly name: string
  readonly schema: JsonObject
}

export interface ToolOutput {
  readonly id: string
  readonly name: string
  readonly text: string
}

export interface Reply {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[]
  readonly finish: 'stop' | 'tool-calls' | 'length' | 'filter' | 'unknown'
  readonly input: number | undefined
  readonly output: number | undefined
  readonly cacheRead: number | undefined
  readonly replay: unknown
  /** The header `interlingua-notices` of the answer. */
  readonly notices: string
}
