import type { ReasoningEffort, ReasoningMode } from './request.ts'
import type { Format } from './node.ts'

/**
 * Facts about what a family of models accepts within a format: plain data, looked up by the upstream's model id, extendable by
 * configuration. Every fact is optional; absent: no restriction is known, and the field is sent as it is.
 */
export interface ModelProfile {
  readonly format: Format
  /** Glob over the model id; `*` stands for any characters. */
  readonly pattern: string
  /** The date (YYYY-MM-DD) on which these facts were gathered. */
  readonly asOf: string
  /** Largest output cap in tokens. Also sent where the format demands a cap and the caller gave none. */
  readonly maxOutput?: number
  readonly efforts?: readonly ReasoningEffort[]
  readonly reasoning?: readonly ReasoningMode[]
  /** Only effort that is taken while the caller's own tools are declared; sent even if the caller asked for none. */
  readonly effortWithTools?: ReasoningEffort
  /** Families of hosted tools that the model runs (`web-search`). Absent: all that the format has. */
  readonly hostedTools?: readonly string[]
  /** False: temperature, topP and topK are refused. */
  readonly sampling?: boolean
  /** False: forcing a tool call is refused. */
  readonly forcedTool?: boolean
  /** False: no single tool can be forced by name, although a call of any tool can. */
  readonly namedTool?: boolean
  /** True: a call can be forced among some of the declared tools. Read if the dialect does not decide for all models. */
  readonly allowedTools?: boolean
  /** False: a conversation may not end in an assistant turn. */
  readonly prefill?: boolean
  /** False: instructions may only lead. */
  readonly instructionTurns?: boolean
  /** Media kinds taken as input: 'image', 'audio', 'video', 'document'. */
  readonly media?: readonly string[]
  /** Largest number of stop sequences; 0: none is taken. */
  readonly stopLimit?: number
  readonly schemaDialect?: string
  readonly needsSeal?: boolean
  /** Range of a reasoning budget in tokens; budgets outside it are fitted. `off` and `adaptive` of `reasoning` are 0 and -1. */
  readonly budget?: { readonly min: number; readonly max: number }
  /** False: calls and results pair by name and order, and ids are refused. */
  readonly callIds?: boolean
  /** True: cache marks (explicit breakpoints) are taken; absent: they are refused. Read if the dialect does not decide for all models. */
  readonly cacheMarks?: boolean
  /** True: requests of one cache key go to one machine, whose cache they share; absent: keys do not choose machines. */
  readonly cacheRouting?: boolean
  /** False: hosted tools and the caller's own cannot be declared together. */
  readonly mixedTools?: boolean
  /** False: the model calls no tools on this format. */
  readonly tools?: boolean
  /** Largest number of tools in one request. */
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
  /** False: `verbosity` is refused. */
  readonly verbosity?: boolean
  /** False: an answer in JSON is refused while the model reasons. */
  readonly formatWithReasoning?: boolean
  /** False: the model reasons in streams alone, and not in whole responses. */
  readonly reasoningUnstreamed?: boolean
  /** Only field that steers reasoning, where the models of one server have different fields and refuse the others. */
  readonly reasoningControl?: string
  /** Cache lifetimes that can be requested (`24h`). Absent: any. */
  readonly cacheRetentions?: readonly string[]
  /** False: a summary of the reasoning may not be asked for. */
  readonly reasoningSummary?: boolean
  /** Highest effort at which reasoning may be off. */
  readonly offUpTo?: ReasoningEffort
  /** Form of call ids; other ids are rewritten alike in calls and results. Absent: any id. */
  readonly callIdPattern?: { readonly characters: 'alphanumeric' | 'word'; readonly min: number; readonly max: number }
  /** False: results of tools hold no media. */
  readonly resultMedia?: boolean
  /** Media types of images that are taken ('image/png'). */
  readonly imageTypes?: readonly string[]
  /**
   * Limits on images: `count` in a request; `side` in pixels, and `manySide` if a request holds more than `manyCount`; `bytes` of each, in
   * base64.
   */
  readonly imageLimit?: {
    readonly count?: number | undefined
    readonly side?: number | undefined
    readonly manyCount?: number | undefined
    readonly manySide?: number | undefined
    readonly bytes?: number | undefined
  }
  /** Largest number of candidates for one request. */
  readonly candidateLimit?: number
  readonly toolNameLimit?: number
  /** Role in which leading instructions from another format are sent. */
  readonly instructionRole?: 'system' | 'developer'
  /** Name of the output cap's field, where the format has two and the model refuses one. */
  readonly maxTokensField?: string
  /**
   * Aspect ratios and sizes of the images that the model makes. Empty sizes: one fixed size, which no field changes; absent: the model
   * makes no images.
   */
  readonly images?: { readonly aspectRatios: readonly string[]; readonly sizes: readonly string[] }
}
