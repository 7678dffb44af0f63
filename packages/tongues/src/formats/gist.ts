/**
 * Formats by their letter: M Anthropic Messages, R OpenAI Responses, C OpenAI Chat Completions, G Gemini generateContent, and of the drafts I
 * Gemini Interactions, B Bedrock Converse.
 */
export type FormatId = 'M' | 'R' | 'C' | 'G' | 'I' | 'B'

/** Formats whose directions are scored. */
export const formatIds = ['M', 'R', 'C', 'G'] as const satisfies readonly FormatId[]

/** True for formats whose streams are whole with their finish, though usage or an end may come behind it. */
export function endsByFinish(format: FormatId): boolean {
  return format === 'C' || format === 'B'
}

/** Formats of draft cases. */
export const draftIds = ['I', 'B'] as const satisfies readonly FormatId[]

export interface Media {
  readonly kind: 'image' | 'file' | 'audio'
  readonly mime?: string
  /** Base64. */
  readonly data?: string
  readonly url?: string
}

/** Piece of a conversation, in order, without the turns that its format packs it into. */
export type Item =
  | { readonly kind: 'system'; readonly text: string; readonly mark?: boolean }
  | { readonly kind: 'user'; readonly text: string; readonly mark?: boolean }
  | { readonly kind: 'media'; readonly media: Media }
  | { readonly kind: 'assistant'; readonly text: string }
  | { readonly kind: 'refusal'; readonly text: string }
  | { readonly kind: 'think'; readonly text: string; readonly seal?: string; readonly redacted?: boolean }
  /** `args` is JSON text, as it was sent; `seal` is what a vendor puts on the call itself. */
  | { readonly kind: 'call'; readonly id?: string; readonly name: string; readonly args: string; readonly seal?: string }
  | {
      readonly kind: 'result'
      readonly of?: string
      readonly name?: string
      readonly text: string
      readonly media?: readonly Media[]
      readonly error?: boolean
    }
  /** An item or block of the format that has no neutral word, by its wire type. */
  | { readonly kind: 'other'; readonly type: string }

export interface Tool {
  readonly name: string
  readonly description?: string
  /** JSON text of the schema of its arguments. */
  readonly schema: string
  readonly strict?: boolean
}

export type Choice =
  | 'auto'
  | 'none'
  | 'required'
  | { readonly name: string }
  | { readonly allowed: readonly string[]; readonly required?: boolean }

export interface OutputFormat {
  readonly name?: string
  readonly strict?: boolean
  /** JSON text; absent for JSON without a schema. */
  readonly schema?: string
}

export interface Options {
  readonly maxTokens?: number
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly stop?: readonly string[]
  readonly seed?: number
  /** Effort of reasoning: `off`, `low`, `medium`, `high`, or a budget of tokens. */
  readonly effort?: string
  readonly parallel?: boolean
}

/** A request in neutral words. */
export interface Ask {
  readonly items: readonly Item[]
  readonly tools: readonly Tool[]
  readonly choice?: Choice
  readonly format?: OutputFormat
  readonly options: Options
}

export type Finish = 'stop' | 'calls' | 'length' | 'refusal' | 'pause' | 'filter' | 'context' | 'other'

/** Counts of tokens: input is the whole input, with what was read from and written to caches; reasoning is a part of output. */
export interface Usage {
  readonly input?: number
  readonly cacheRead?: number
  readonly cacheWrite5m?: number
  readonly cacheWrite1h?: number
  readonly output?: number
  readonly reasoning?: number
}

export type FailureClass =
  | 'invalid'
  | 'auth'
  | 'permission'
  | 'missing'
  | 'large'
  | 'rate'
  | 'server'
  | 'unavailable'
  | 'overloaded'
  | 'timeout'

export interface Failure {
  readonly class: FailureClass
  readonly message: string
}

/** An answer in neutral words. */
export interface Answer {
  readonly items: readonly Item[]
  readonly finish?: Finish
  readonly usage?: Usage
  readonly failure?: Failure
  readonly id?: string
  readonly model?: string
}

/** A step of a streamed answer. */
export type Piece =
  | { readonly kind: 'text' | 'think' | 'refusal'; readonly text: string }
  /** Signature of the reasoning before it. */
  | { readonly kind: 'seal'; readonly seal: string }
  /** Reasoning that only its vendor can read. */
  | { readonly kind: 'redacted'; readonly seal: string }
  | { readonly kind: 'call'; readonly id?: string; readonly name: string; readonly seal?: string }
  | { readonly kind: 'args'; readonly text: string }
  /** End of the item before it. */
  | { readonly kind: 'end' }
  | { readonly kind: 'other'; readonly type: string }
  | { readonly kind: 'usage'; readonly usage: Usage }
  | { readonly kind: 'finish'; readonly finish: Finish }
  | { readonly kind: 'failure'; readonly failure: Failure }
  /** The format's own end of a stream. */
  | { readonly kind: 'terminal' }
