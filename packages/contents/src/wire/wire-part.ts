import type { Json, JsonObject } from '@interlingua/core'

/**
 * A part of a content: exactly one data member and any modifiers. Unknown members are legal and carried.
 * https://ai.google.dev/api/caching#Part
 */
export type WirePart = JsonObject & {
  readonly text?: Json
  readonly inlineData?: Json
  readonly fileData?: Json
  readonly functionCall?: Json
  readonly functionResponse?: Json
  readonly executableCode?: Json
  readonly codeExecutionResult?: Json
  readonly toolCall?: Json
  readonly toolResponse?: Json
  readonly thought?: Json
  /** Base64; may stand on any part. */
  readonly thoughtSignature?: Json
  readonly videoMetadata?: Json
  readonly mediaResolution?: Json
}
