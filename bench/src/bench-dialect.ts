import type { JsonObject } from '@interlingua/core'
import type { StreamKind } from './stream-kind.ts'

/** A wire format in the bench: requests of its clients, responses of its providers. Shares no code with the adapters. */
export interface BenchDialect {
  /** First letter of its model names at the mock upstream. */
  readonly letter: string
  /** Path that the gateway's configuration appends to the mock upstream's origin. */
  readonly base: string
  /** Headers of its clients, including their key of the gateway. */
  headers(key: string): Readonly<Record<string, string>>
  path(model: string, stream: boolean): string
  /** Large request, about 50 KB. */
  agentRequest(): JsonObject
  /** Question with a short instruction, about 300 bytes. */
  smallRequest(model: string, stream: boolean): JsonObject
  /** Whole response document of a provider. */
  smallAnswer(): JsonObject
  /** Events of one streamed response, each as the text of one server-sent event; each piece is one delta of content. */
  stream(kind: StreamKind, pieces: readonly string[]): readonly string[]
  /** Texts that a whole stream of text holds. */
  readonly streamMarks: readonly string[]
}
