/** Format that clients may speak, as `GET /admin/api/formats` lists it. */
export interface FormatRow {
  readonly id: string
  /** Channels that speak it. */
  readonly channels: readonly string[]
}

/** Body of `POST /admin/api/translate`. */
export interface TranslateRequest {
  /** `request`: of a client for an upstream; `answer` and `stream`: of an upstream for a client. */
  readonly direction: 'request' | 'answer' | 'stream'
  /** Format of the client, and of the upstream. */
  readonly from: string
  readonly to: string
  /** Model at the upstream. Default: that of the request. */
  readonly model?: string
  /** Channel whose dialect and policy apply. Default: the one for the model, if it speaks `to`. */
  readonly channel?: string
  readonly strictness?: 'report' | 'reject-dropped' | 'reject-any'
  /** Document of the client for `request`, of the upstream for `answer`; for `stream` the stream as text. */
  readonly body: unknown
  /** Request of the client that an answer belongs to. Default: a short question. */
  readonly request?: unknown
}

/** Pointers of what corresponds: in the document that was given, in the canonical one, and in the one that was made. */
export type TranslationLink = readonly [source: string, canonical: string, target: string]

export interface TranslatedNotice {
  readonly code: string
  readonly kind: string
  readonly message: string
  readonly benign: boolean
  readonly severe: boolean
  /** Place that the notice names, in the document that was given; a member that was added is not there. */
  readonly path: string
  /** Places in the three documents, or the nearest around them. */
  readonly source: string
  readonly canonical: string
  readonly target: string
}

/** Answer for the directions `request` and `answer`. */
export interface TranslatedDocument {
  readonly canonical: unknown
  readonly target: unknown
  readonly notices: readonly TranslatedNotice[]
  readonly links: readonly TranslationLink[]
  /** Reason for which the policy would refuse it. Absent: it would be sent. */
  readonly refusal?: { readonly message: string; readonly source: string }
}

/** Body of `POST /admin/api/estimate`. */
export interface CostRequest {
  /** Channel, and its model, that would answer. */
  readonly channel: string
  readonly model: string
  /** Request of the client, in any format. */
  readonly body: unknown
}

/** Answer of `POST /admin/api/estimate`. */
export interface CostEstimate {
  readonly currency: string
  /** Cost in millionths of the currency, if the answer is as long as it may be. Absent: the price is not known, or the request names no maximum. */
  readonly micros?: number
  /** Maximum of output tokens that the request names, for all choices. Absent: it names none. */
  readonly maximum?: number
}

/** Answer for the direction `stream`. */
export interface TranslatedStream {
  /** Events of the upstream, each with what the client gets by it; the last row, without `read`, is the end of the stream. */
  readonly rows: readonly { readonly read?: string; readonly canonical: readonly string[]; readonly wrote: readonly string[] }[]
  readonly notices: readonly Omit<TranslatedNotice, 'source' | 'canonical' | 'target'>[]
}
