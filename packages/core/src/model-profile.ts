import type { ReasoningEffort, ReasoningMode } from './request.ts'
import type { Format } from './node.ts'

/**
 * What one family of models accepts within a format: plain data, looked up by the upstream's model id, extendable by configuration.
 * Every fact is optional; absent means: no restriction known, send it as it is.
 */
export interface ModelProfile {
  readonly format: Format
  /** Glob over the model id; `*` stands for any characters. */
  readonly pattern: string
  /** The date (YYYY-MM-DD) on which these facts were gathered. */
  readonly asOf: string
  /** Largest output cap in tokens; the cap that is sent where the format demands one and the caller gave none. */
  readonly maxOutput?: number
  readonly efforts?: readonly ReasoningEffort[]
  readonly reasoning?: readonly ReasoningMode[]
  /** The one effort that is taken while the caller's own tools are declared; it must be said then, even where nothing was asked for. */
  readonly effortWithTools?: ReasoningEffort
  /** Families of hosted tools that the model runs ('web-search'); absent: whatever the format has. */
  readonly hostedTools?: readonly string[]
  /** False: temperature, topP and topK are refused. */
  readonly sampling?: boolean
  /** False: a forced tool choice is refused. */
  readonly forcedTool?: boolean
  /** False: no single tool can be forced by its name; that some tool must be called can be said. */
  readonly namedTool?: boolean
  /** True: the choice may be among some of the declared tools. Read where the dialect does not decide it for all models. */
  readonly allowedTools?: boolean
  /** False: a conversation may not end in an assistant turn. */
  readonly prefill?: boolean
  /** False: instructions may only lead. */
  readonly instructionTurns?: boolean
  /** Media kinds taken as input: 'image', 'audio', 'video', 'document'. */
  readonly media?: readonly string[]
  /** Most stop sequences; 0: the model takes none. */
  readonly stopLimit?: number
  readonly schemaDialect?: string
  readonly needsSeal?: boolean
  /** Range of a reasoning budget in tokens that the model takes; what is outside is fitted. 'off' and 'adaptive' of `reasoning` are 0 and -1. */
  readonly budget?: { readonly min: number; readonly max: number }
  /** False: calls and results pair by name and order, an id is refused. */
  readonly callIds?: boolean
  /** True: the model takes cache marks (explicit breakpoints); absent: it refuses them. Read where the dialect does not decide it for all models. */
  readonly cacheMarks?: boolean
  /** False: hosted tools and the caller's own cannot be declared together. */
  readonly mixedTools?: boolean
  /** False: the model calls no tools on this format. */
  readonly tools?: boolean
  /** Most tools in one request. */
  readonly toolLimit?: number
  /** False: a schema for the answer cannot be asked for while tools are declared. */
  readonly formatWithTools?: boolean
  /** False: a forced tool choice is refused while the model reasons. */
  readonly forcedToolWithReasoning?: boolean
  /** True: `temperature` and `topP` exclude each other. */
  readonly exclusiveSampling?: boolean
  /** False: `frequencyPenalty` and `presencePenalty` are refused. */
  readonly penalties?: boolean
  /** False: log probabilities are refused. */
  readonly logprobs?: boolean
  /** False: `verbosity`, the asked length of the answer, is refused. */
  readonly verbosity?: boolean
  /** False: an answer in JSON is refused while the model reasons. */
  readonly formatWithReasoning?: boolean
  /** False: the model reasons in streams alone, and refuses to in an answer in one piece. */
  readonly reasoningUnstreamed?: boolean
  /** The one field that steers reasoning, where models of one server have different ones and refuse the other. */
  readonly reasoningControl?: string
  /** How long a cache may be asked to keep ('24h'); absent: any time. */
  readonly cacheRetentions?: readonly string[]
  /** False: a summary of the reasoning may not be asked for. */
  readonly reasoningSummary?: boolean
  /** The highest effort at which reasoning may be off. */
  readonly offUpTo?: ReasoningEffort
  /** What a call's id must look like; others are rewritten on both ends alike. */
  readonly callIdPattern?: { readonly characters: 'alphanumeric' | 'word'; readonly min: number; readonly max: number }
  /** False: results of tools hold no media. */
  readonly resultMedia?: boolean
  /** Media types of images that are taken ('image/png'). */
  readonly imageTypes?: readonly string[]
  /** Images: most in a request; most pixels a side, and most where a request holds more than `manyCount`; most bytes each, in base64. */
  readonly imageLimit?: {
    readonly count?: number | undefined
    readonly side?: number | undefined
    readonly manyCount?: number | undefined
    readonly manySide?: number | undefined
    readonly bytes?: number | undefined
  }
  /** Most answers to one request. */
  readonly candidateLimit?: number
  readonly toolNameLimit?: number
  /** The role in which leading instructions of another format are sent. */
  readonly instructionRole?: 'system' | 'developer'
  /** The one field for the output cap, where the format has two and the model refuses one. */
  readonly maxTokensField?: string
  /** Present: the model makes images, of these shapes and sizes. No sizes: it has one, and no word about it means anything. */
  readonly images?: { readonly aspectRatios: readonly string[]; readonly sizes: readonly string[] }
}
