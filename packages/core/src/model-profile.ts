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
  /** False: a conversation may not end in an assistant turn. */
  readonly prefill?: boolean
  /** False: instructions may only lead. */
  readonly instructionTurns?: boolean
  /** Media kinds taken as input: 'image', 'audio', 'video', 'document'. */
  readonly media?: readonly string[]
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
