import type { Json, JsonObject, Pointer } from '@interlingua/core'
import type { ModelFacts } from './model-facts.ts'

/** The wire formats that are judged. */
export type JudgedFormat = 'messages' | 'chat' | 'responses' | 'contents'

/** Whose rules a request is read by: a vendor, or a server that speaks a vendor's format in a way of its own. */
export type Vendor =
  | 'anthropic'
  | 'openai'
  | 'azure'
  | 'google'
  | 'vertex'
  | 'deepseek'
  | 'mistral'
  | 'groq'
  | 'xai'
  | 'openrouter'
  | 'moonshot'
  | 'alibaba'
  | 'zai'
  | 'minimax'
  | 'cerebras'
  | 'vllm'
  | 'llamacpp'
  | 'ollama'
  | 'lmstudio'
  | 'other'

/** A request as the vendor gets it. */
export interface Judged {
  readonly format: JudgedFormat
  readonly vendor: Vendor
  readonly model: ModelFacts
  readonly body: JsonObject
  readonly headers: Readonly<Record<string, string>>
}

/** One place at which a request breaks a rule, and what the vendor says to it. */
export interface Flaw {
  readonly path: Pointer
  readonly message: string
  /** Default 400. */
  readonly status?: number
  /** The vendor's own code, where its error document has one. */
  readonly code?: string
  /** The field's name in the vendor's spelling, where it is not that of the path. */
  readonly param?: string
  readonly input?: Json
}

/** H: documented, or quoted by several; M: quoted once; L: inferred, and off unless asked for. */
export type Confidence = 'H' | 'M' | 'L'

/** One rule by which a vendor refuses requests. */
export interface VendorRule {
  /** Its number in the table of rules: `A12`, `D-M3`. */
  readonly id: string
  readonly confidence: Confidence
  /** Where the rule is written or was seen. */
  readonly source: string
  /** Whether it says anything about such a request. */
  readonly holds: (asked: Judged) => boolean
  readonly flaws: (asked: Judged) => Iterable<Flaw>
}
