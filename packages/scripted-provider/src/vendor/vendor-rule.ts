import type { Json, JsonObject, Pointer } from '@interlingua/core'
import type { ModelFacts } from './model-facts.ts'

/** The wire formats that have vendor rules. */
export type JudgedFormat = 'messages' | 'chat' | 'responses' | 'contents'

/** The vendor whose rules apply: the maker of a format, or a server that speaks the format in its own way. */
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

/** A request as the vendor receives it. */
export interface Judged {
  readonly format: JudgedFormat
  readonly vendor: Vendor
  readonly model: ModelFacts
  readonly body: JsonObject
  readonly headers: Readonly<Record<string, string>>
}

/** A place at which a request breaks a rule, with the vendor's message. */
export interface Issue {
  readonly path: Pointer
  readonly message: string
  /** The status; absent, 400. */
  readonly status?: number
  /** The vendor's own code, where its error document has one. */
  readonly code?: string
  /** The field's name in the vendor's spelling, where it differs from the path. */
  readonly param?: string
  readonly input?: Json
}

/** The confidence in a rule. H: documented, or reported several times; M: reported once; L: inferred, and off by default. */
export type Confidence = 'H' | 'M' | 'L'

/** A rule by which a vendor refuses requests. */
export interface VendorRule {
  /** The number in the table of rules: `A12`, `D-M3`. */
  readonly id: string
  readonly confidence: Confidence
  /** The page or thread that documents the rule. */
  readonly source: string
  /** True for a request to which the rule applies. */
  readonly holds: (asked: Judged) => boolean
  readonly issues: (asked: Judged) => Iterable<Issue>
}
