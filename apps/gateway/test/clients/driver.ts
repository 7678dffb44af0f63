import type { JsonObject } from '@interlingua/core'

/** A client library that people use, behind one face: the same talk is had through each of them. */
export interface Driver {
  /** As people know it: package and, where it has several ways, the way. */
  readonly name: string
  readonly format: 'messages' | 'responses' | 'chat' | 'contents'
  /** What this library cannot be made to say at all. */
  readonly lacks: ReadonlySet<Ability>
  /** The whole answer of a talk, asked for as a document or as a stream. Throws what the library throws. */
  ask(gateway: string, model: string, talk: Talk, stream: boolean): Promise<Reply>
  /** What an error says, where it is one of the library's own. */
  readError(error: unknown): { readonly status: number | undefined; readonly message: string } | undefined
  /** Tokens of the talk, where the format counts. */
  count?(gateway: string, model: string, talk: Talk): Promise<number>
}

export type Ability = 'instruct' | 'audio' | 'stop' | 'pdf' | 'cache-mark' | 'reasoning-replay'

/** A conversation, and what is asked of its answer. */
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
  /** What a `Reply` gave, put back as the library's users do it. */
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
