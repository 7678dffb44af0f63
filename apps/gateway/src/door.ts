import type { GenerateAdapter, JsonObject, ModelProfile } from '@interlingua/core'
import type { IncomingHttpHeaders } from 'node:http'
import type { Fault } from './fault.ts'
import type { StreamMarks } from './stream-marks.ts'

/** What the gateway's edge must know about a format that is no translation: paths, headers, and how a passing stream is watched. */
export interface Door {
  readonly adapter: GenerateAdapter
  readonly profiles: readonly ModelProfile[]
  /** Response header with which this format's servers name a request. */
  readonly requestIdHeader: string
  /** The key without which a document is no answer. */
  readonly answerKey: string
  /** Request headers of a client that an upstream of the same format gets, byte for byte. */
  readonly forwarded: readonly string[]
  /** Headers that an upstream of this format gets where nobody said otherwise, and those that carry the channel's key. */
  readonly upstreamHeaders: (key: string | undefined, version: string) => Readonly<Record<string, string>>
  /** The rules of the service's interface that are narrower than the format. */
  readonly checkRules: (headers: IncomingHttpHeaders, body: JsonObject, purpose: 'generate' | 'count') => Fault | undefined
  readonly marks: StreamMarks
}
