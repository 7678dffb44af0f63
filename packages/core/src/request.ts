import type { Json, JsonObject } from './json.ts'
import type { CacheMark, Node } from './node.ts'
import type { Part } from './part.ts'
import type { Tool, ToolChoice, ToolRef } from './tool.ts'

/** A request to generate, in no vendor's spelling. Specification: docs/model/ */
export interface GenerateRequest extends Node {
  readonly model: string
  /**
   * Turns of the conversation, leading instructions included, each one wire message as it came. Decoders neither merge nor split turns or
   * text; only lowering does.
   */
  readonly turns: readonly Turn[]
  readonly tools?: readonly Tool[]
  readonly toolChoice?: ToolChoice
  readonly output?: OutputOptions
  readonly sampling?: SamplingOptions
  readonly reasoning?: ReasoningOptions
  readonly cache?: CacheOptions
  readonly state?: ServerState
  readonly safety?: readonly { readonly category: string; readonly threshold: string }[]
  readonly serviceTier?: string
  readonly user?: string
  readonly metadata?: Readonly<Record<string, string>>
  readonly stream?: boolean
}

export interface Turn extends Node {
  readonly author: 'user' | 'assistant' | 'instruction'
  /** Instruction turns only. */
  readonly authority?: 'system' | 'developer'
  readonly changes?: TurnChanges
  readonly parts: readonly Part[]
  readonly items?: readonly Item[]
}

/** Settings that change from this turn on. */
export interface TurnChanges {
  readonly addTools?: readonly Tool[]
  readonly removeTools?: readonly ToolRef[]
  readonly reasoning?: ReasoningOptions
  readonly format?: OutputFormat
}

/** A Responses item that parts point to by `itemId`; the only place of item-level data. */
export interface Item extends Node {
  readonly id: string
  readonly phase?: 'commentary' | 'final-answer'
}

export interface OutputOptions {
  /** Cap in tokens, reasoning included. */
  readonly maxTokens?: number
  readonly stop?: readonly string[]
  readonly candidates?: number
  readonly modalities?: readonly ('text' | 'image' | 'audio')[]
  readonly format?: OutputFormat
  readonly verbosity?: 'low' | 'medium' | 'high'
  readonly logprobs?: { readonly top?: number }
  readonly audio?: { readonly voice?: Json; readonly format?: string }
  readonly image?: JsonObject
}

export type OutputFormat =
  | { readonly type: 'text' }
  | { readonly type: 'json' }
  | {
      readonly type: 'json-schema'
      readonly schema: JsonObject
      readonly name?: string
      readonly description?: string
      readonly strict?: boolean
    }

export interface SamplingOptions {
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly seed?: number
  readonly frequencyPenalty?: number
  readonly presencePenalty?: number
  readonly logitBias?: Readonly<Record<string, number>>
}

export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max'
export type ReasoningMode = 'off' | 'on' | 'adaptive' | 'between-tools'

export interface ReasoningOptions {
  readonly mode?: ReasoningMode
  readonly effort?: ReasoningEffort
  readonly budgetTokens?: number
  readonly summary?: 'none' | 'auto' | 'concise' | 'detailed'
}

export interface CacheOptions {
  readonly auto?: CacheMark
  readonly key?: string
  readonly mode?: 'implicit' | 'explicit'
  readonly retention?: string
  readonly content?: string
}

export interface ServerState {
  readonly previousResponse?: string
  readonly conversation?: string
  /** Id of a prompt that is stored at the provider, which alone knows its text. */
  readonly prompt?: string
  readonly container?: string
  readonly thread?: string
  readonly store?: boolean
  readonly background?: boolean
}
