import type { Asked, GenerateAdapter, Json, Pointer } from '@interlingua/core'
import type { LawSettings } from '@interlingua/testkit'

/** One format as the suite sees it: the adapter, and everything that judges it without sharing code with it. */
export interface SuiteFormat extends Required<Pick<LawSettings, 'checkRequest' | 'checkResponse' | 'checkStream'>> {
  readonly adapter: GenerateAdapter
  /** The adapter for whole documents: where a request's path says something, the document says it (`path-in-body.ts`). */
  readonly documents: GenerateAdapter
  readonly unordered: boolean
  /** A request of the format that asks for everything that an answer can tell. */
  readonly asked: Asked
  /** The document that the text of a stream stands for. */
  readonly documentOf: (text: string) => unknown
  /** Headers that a client of the format sends and that matter to it. */
  readonly headers: Readonly<Record<string, string>>
  /** The answer that the vendor's own SDK folds from the text of a stream; rejects where the SDK does. */
  readonly foldWithSdk: (text: string) => Promise<unknown>
  /** Leaves of an answer document that say nothing to anyone, with `*` for one segment. */
  readonly inertAnswer: readonly string[]
  readonly inertRequest: readonly string[]
  /** The same of this document alone. */
  readonly inertIn?: (document: Json) => readonly string[]
  /** Wire places that say one thing together: what is reported at the one speaks for the other. */
  readonly related: (place: Pointer) => readonly Pointer[]
}
