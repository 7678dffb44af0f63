import type { Node } from '@interlingua/core'

/** A model as a list shows it, in no vendor's spelling. Absent fields are unknown. */
export interface ListedModel extends Node {
  /** Opaque: it may hold slashes, colons, anything. */
  readonly id: string
  /** Time of publication, in Unix seconds. */
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
  /** Capabilities beside text. */
  readonly capabilities?: Capabilities
  /** Operations of the model. */
  readonly operations?: readonly Operation[]
  readonly lifecycle?: 'active' | 'deprecated' | 'retired'
  /** Times of its deprecation and of its end, in Unix seconds. */
  readonly deprecatedAt?: number
  readonly retiresAt?: number
}

/** Capabilities of a model. Absent fields are unknown. */
export interface Capabilities {
  /** Media that it takes: `image`, `audio`, `video`, `document`. */
  readonly media?: readonly string[]
  /** Modes of reasoning; only `off`: the model does not reason. */
  readonly reasoning?: readonly string[]
  /** Efforts of reasoning. */
  readonly efforts?: readonly string[]
  /** `tools`: the model calls the caller's tools; `schema`: its output can be held to a schema. */
  readonly tools?: boolean
  readonly schema?: boolean
  /** Tools that the model's vendor runs: `web-search`, `code-execution`. */
  readonly hostedTools?: readonly string[]
}

export type Operation = 'generate' | 'count' | 'embed' | 'image' | 'video'
