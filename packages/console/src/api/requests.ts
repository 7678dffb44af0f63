import type { RequestRow } from './overview.ts'

/** Answer of `GET /admin/api/requests/{id}`. */
export interface RequestReport extends RequestRow {
  /** Meanings of its notices by their codes, as far as this gateway knows them. Absent: it knows none. */
  readonly meanings?: Readonly<Record<string, string>>
  /** Price line that gives the cost: a line of the configuration, or the catalogue of the date. Absent: none gives it, as after a change of prices. */
  readonly priced?: { readonly from: 'configuration' | 'catalogue'; readonly date?: string }
  /** Attempts, losses and the upstream's id. Absent for a request whose only attempt went well, without losses. */
  readonly details?: {
    readonly attempts?: readonly {
      readonly channel: string
      readonly model: string
      /** Milliseconds from the arrival of the request to the beginning of the attempt, to the head of the upstream's answer, and to its end. */
      readonly from: number
      readonly head?: number
      readonly to: number
      readonly status?: number
      /** `ok`, or the code of the failure. */
      readonly outcome: string
      /** Message of the upstream about its failure, without texts that it quotes. Absent: it gave none, or the caller may not know. */
      readonly message?: string
      /** Tokens that the upstream told although the attempt failed, and their cost. Absent: it told none, or they have no price. */
      readonly tokens?: RequestRow['tokens']
      readonly costMicros?: number
    }[]
    readonly notices?: readonly { readonly code: string; readonly kind: string; readonly path: string }[]
    readonly upstreamId?: string
    /** Message of the error that the client got, without texts that it quotes. */
    readonly errorMessage?: string
  }
}
