/** Model that clients may name, as `GET /admin/api/models` lists it. */
export interface ModelRow {
  readonly id: string
  /** Channels that list it, in the order of the configuration. */
  readonly channels: readonly string[]
  /** Route that replaces it. */
  readonly route?: string
  /** Channels that requests go to. Empty: none serves it. */
  readonly targets: readonly ModelTarget[]
}

/** Channel that serves a model, with what is known of the model there without asking the upstream. */
export interface ModelTarget {
  readonly channel: string
  /** Format of the channel. */
  readonly format: string
  /** Id of the model at the upstream; the pattern, for a pattern. */
  readonly model: string
  /** Id or pattern in the configuration that led there. */
  readonly listed: string
  /** The lowest comes first; among equals, channels of the client's format do. */
  readonly priority: number
  /** Places by formats of clients: one if it is the same for all. */
  readonly orders: readonly ModelOrder[]
  /** Prices of a million tokens, in units of the currency. Absent: not known. */
  readonly price?: { readonly input: number; readonly output: number; readonly from?: 'configuration' | 'catalogue' }
  /** Tokens of the context, and of the longest answer. Absent: not known. */
  readonly context?: number
  readonly maxOutput?: number
  /** Media that it takes besides text: `image`, `audio`, `video`, `document`. Absent: not known. */
  readonly media?: readonly string[]
}

/** Place of a channel among those of a model. */
export interface ModelOrder {
  readonly order: number
  /** Formats of clients. */
  readonly clients: readonly string[]
  /** Share of the requests, 0 to 1, by the weights of equal channels. Absent: no weights decide. */
  readonly share?: number
}
