import type { FormatId } from '../formats/gist.ts'
import type { Profile } from '../profiles/profile.ts'

/** First line of a harness: what the library is, and what it offers. */
export interface Hello {
  readonly type: 'hello'
  readonly name: string
  readonly version: string
  /** Offered directions, `M>C`; absent: all sixteen. */
  readonly directions?: Profile['directions']
  /** Offered features of `stream`, `count` and `abort`; absent: `stream`. */
  readonly features?: Profile['features']
}

/** A loss that the library tells. */
export interface Loss {
  /** JSON Pointer into the client's document. */
  readonly at: string
  /** `dropped`: it is gone. Otherwise it is carried in another way. */
  readonly kind?: string
  readonly message?: string
}

/** Lines to the harness. `id` is of one client's request; bytes of bodies are base64. */
export type ToHarness =
  | {
      readonly type: 'request'
      readonly id: number
      readonly from: FormatId
      readonly to: FormatId | undefined
      readonly method: string
      readonly path: string
      readonly headers: Headers
      readonly body: string
    }
  | { readonly type: 'upstream-answer'; readonly id: number; readonly status: number; readonly headers: Headers }
  | { readonly type: 'upstream-chunk'; readonly id: number; readonly data: string }
  /** `broken`: the connection was cut. */
  | { readonly type: 'upstream-end'; readonly id: number; readonly broken: boolean }
  /** The client left. */
  | { readonly type: 'abort'; readonly id: number }

/** Lines of the harness, behind its `hello`. */
export type FromHarness =
  | Hello
  | { readonly type: 'upstream-request'; readonly id: number; readonly path: string; readonly headers: Headers; readonly body: string }
  | { readonly type: 'answer'; readonly id: number; readonly status: number; readonly headers: Headers; readonly losses?: readonly Loss[] }
  | { readonly type: 'chunk'; readonly id: number; readonly data: string }
  /** `broken`: the library ends the stream as broken; `losses`: those of the stream. */
  | { readonly type: 'end'; readonly id: number; readonly broken?: boolean; readonly losses?: readonly Loss[] }

type Headers = Readonly<Record<string, string>>
