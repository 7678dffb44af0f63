import type { EncodeState, GenerateAdapter, Json, Pointer } from '@interlingua/core'
import type { LawSettings } from '@interlingua/testkit'

/** A format in the suite: the adapter, and everything that judges it without sharing code with it. */
export interface SuiteFormat extends Required<Pick<LawSettings, 'checkRequest' | 'checkResponse' | 'checkStream'>> {
  readonly adapter: GenerateAdapter
  /** Adapter for whole documents, which also hold the members of a request's path (`path-in-body.ts`). */
  readonly documents: GenerateAdapter
  readonly unordered: boolean
  /** Request of the format that asks for everything that a response can report. */
  readonly asked: EncodeState
  /** Document that the text of a stream stands for. */
  readonly documentOf: (text: string) => unknown
  /** Headers of a client of the format that matter to it. */
  readonly headers: Readonly<Record<string, string>>
  /** Response that the vendor's own SDK folds from the text of a stream. Rejects if the SDK does. */
  readonly foldWithSdk: (text: string) => Promise<unknown>
  /** Leaves of a response document without meaning, with `*` for one segment. */
  readonly inertAnswer: readonly string[]
  readonly inertRequest: readonly string[]
  /** Further leaves without meaning, of this very document. Absent: none. */
  readonly inertIn?: (document: Json) => readonly string[]
  /** Wire places that express one thing together: a report at one covers the others. */
  readonly related: (place: Pointer) => readonly Pointer[]
}
