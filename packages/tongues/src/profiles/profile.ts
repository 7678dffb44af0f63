import type { FormatId } from '../formats/gist.ts'

/** How the suite talks to a gateway, and what that gateway offers. */
export interface Profile {
  readonly name: string
  /** Version that the profile was written for. */
  readonly version?: string
  /** False: written after its documents, and never run. */
  readonly tried: boolean
  /** Address unless `--gateway` says another one. */
  readonly gateway?: string
  readonly key?: string
  /** Path in front of a client format's paths. */
  readonly base?: Readonly<Partial<Record<FormatId, string>>>
  /** Headers of all requests, and those by upstream format; `U` is the upstream's address. */
  readonly headers?: Readonly<Record<string, string>>
  readonly headersTo?: Readonly<Partial<Record<FormatId, Readonly<Record<string, string>>>>>
  /** Names of models by upstream format; the upstream sees the same unless `upstreamModels` says otherwise. */
  readonly models?: Readonly<Partial<Record<FormatId, string>>>
  readonly upstreamModels?: Readonly<Partial<Record<FormatId, string>>>
  /** Offered directions, `M>C`; absent: all sixteen. */
  readonly directions?: readonly string[]
  /** Offered features of `stream count models abort keepalive timing`; absent: all. */
  readonly features?: readonly string[]
  /** Places at which this gateway tells losses. */
  readonly disclosures?: readonly {
    readonly header?: string
    /** Beginning of a comment in streams. */
    readonly comment?: string
    readonly form: 'percent-json' | 'json' | 'names' | 'labels'
    /** Member of an entry that holds the pointer. Default: `path`. */
    readonly pointer?: string
  }[]
}

export interface Gateway {
  readonly profile: Profile
  /** Configuration with the command that starts the gateway, for an upstream's address and a port. */
  config(upstream: string, port: number): string
}

export const defaultModels: Readonly<Record<FormatId, string>> = {
  M: 'claude-sonnet-4-5',
  R: 'gpt-5',
  C: 'gpt-4.1',
  G: 'gemini-3-pro-preview',
  I: 'gemini-3-flash-preview',
  B: 'amazon.nova-lite-v1:0',
}
