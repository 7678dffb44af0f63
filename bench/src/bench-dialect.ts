import type { JsonObject } from '@interlingua/core'
import type { StreamKind } from './stream-kind.ts'

/** One wire format as the bench writes it: requests of its clients, answers of its providers. Shares no code with the adapters. */
export interface BenchDialect {
  /** The first letter of its model names at the mock upstream. */
  readonly letter: string
  /** What the gateway's configuration appends to the mock upstream's origin. */
  readonly base: string
  /** What its clients send, with their key of the gateway among it. */
  headers(key: string): Readonly<Record<string, string>>
  path(model: string, stream: boolean): string
  /** The large request, about 50 KB. */
  agentRequest(): JsonObject
  /** One question with a short instruction, about 300 bytes. */
  smallRequest(model: string, stream: boolean): JsonObject
  /** The whole document with which a provider answers it. */
  smallAnswer(): JsonObject
  /** The events of one streamed answer, each as the text of one server-sent event; each piece is one delta of content. */
  stream(kind: StreamKind, pieces: readonly string[]): readonly string[]
  /** What a whole stream of text holds. */
  readonly streamMarks: readonly string[]
}
