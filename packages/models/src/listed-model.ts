import type { Node } from '@interlingua/core'

/** A model as a list shows it, in no vendor's spelling. Absent is unknown. */
export interface ListedModel extends Node {
  /** Opaque: it may hold slashes, colons, anything. */
  readonly id: string
  /** When the model was published, in Unix seconds. */
  readonly created?: number
  /** A label of the provider: `openai`, `anthropic`, `google`. */
  readonly ownedBy?: string
  /** The name for people. */
  readonly displayName?: string
  readonly description?: string
  /** Largest input, in tokens. */
  readonly inputLimit?: number
  /** Largest output, in tokens. */
  readonly outputLimit?: number
  /** What it takes and does beside text. */
  readonly abilities?: Abilities
  /** What may be asked of it. */
  readonly operations?: readonly Operation[]
  readonly lifecycle?: 'active' | 'deprecated' | 'retired'
  /** When it was declared deprecated, and when it ends, in Unix seconds. */
  readonly deprecatedAt?: number
  readonly retiresAt?: number
}

/** What a model takes and does. Absent is unknown. */
export interface Abilities {
  /** Media that it takes: `image`, `audio`, `video`, `document`. */
  readonly media?: readonly string[]
  /** How it may reason; only `off`: not at all. */
  readonly reasoning?: readonly string[]
  /** How much it may be told to reason, in words. */
  readonly efforts?: readonly string[]
  /** Whether it calls the caller's tools, and whether its answer can be held to a schema. */
  readonly tools?: boolean
  readonly schema?: boolean
  /** Tools that its own vendor runs: `web-search`, `code-execution`. */
  readonly hostedTools?: readonly string[]
}

export type Operation = 'generate' | 'count' | 'embed' | 'image' | 'video'
