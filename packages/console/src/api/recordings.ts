/** Bytes that were sent, as far as they are kept. */
export interface RecordedBody {
  /** Text, in which credentials are redacted. Absent: it is no text. */
  readonly text?: string
  /** Number of bytes on the wire. */
  readonly bytes: number
  /** True if only the beginning is kept. */
  readonly cut?: true
}

/** Event of a stream. */
export interface RecordedEvent {
  /** Milliseconds from the arrival of the request until the event was whole. */
  readonly at: number
  readonly text: string
}

/** Request or answer. */
export interface RecordedMessage {
  /** Headers by name; values of credentials are redacted. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: RecordedBody
  /** Events of a stream, whose text `body` leaves out. Absent: it is no stream of events. */
  readonly events?: readonly RecordedEvent[]
}

export interface RecordedAnswer extends RecordedMessage {
  readonly status: number
}

/** Call of an upstream. */
export interface RecordedCall {
  readonly channel: string
  readonly model: string
  readonly format: string
  readonly method: string
  readonly path: string
  /** Milliseconds from the arrival of the request. */
  readonly from: number
  readonly request: RecordedMessage
  /** Absent: there was none. */
  readonly answer?: RecordedAnswer
  /** Code of the failure of the call. Absent: it went to its end. */
  readonly failure?: string
}

/** Answer of `GET /admin/api/requests/{id}/recording`. */
export interface Recording {
  readonly id: string
  readonly at: string
  readonly expiresAt: string
  /** Format of the client. */
  readonly format: string
  readonly method: string
  readonly path: string
  readonly request: RecordedMessage
  readonly calls: readonly RecordedCall[]
  /** Answer to the client. Absent: it left before. */
  readonly answer?: RecordedAnswer
}

/** Body of `POST /admin/api/recordings`. */
export interface RecordingOrder {
  /** Requests that are recorded at most, 1 to 1000. Default 20. */
  readonly requests?: number
  /** Minutes after which it ends, 1 to 1440. Default 15. */
  readonly minutes?: number
  /** Id or name of the only key whose requests are recorded. Default: all. */
  readonly key?: string
}

/** Answer of `GET /admin/api/recordings`: state of the recording, and what is kept. */
export interface RecordingReport {
  /** False if the configuration forbids it. */
  readonly allowed: boolean
  /** Recording that is in force. Absent: it is off. */
  readonly running?: {
    readonly startedAt: string
    readonly until: string
    readonly requests: number
    /** Number of requests that were recorded by it. */
    readonly recorded: number
    readonly key?: { readonly id: string; readonly name?: string }
    /** Name of the key that began it, `link`, or `configuration`. */
    readonly by: string
  }
  /** Recordings that are kept, the newest first. */
  readonly rows: readonly RecordingRow[]
  /** Bytes of all of them. */
  readonly bytes: number
}

export interface RecordingRow {
  readonly id: string
  readonly at: string
  readonly expiresAt: string
  readonly bytes: number
}
