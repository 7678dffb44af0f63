import type { JsonObject } from '@interlingua/core'

/**
 * A content block, identified by `type`; unknown types are legal. Known ones are checked by `blockSchemas`.
 * https://platform.claude.com/docs/en/api/messages
 */
export type WireBlock = JsonObject & {
  readonly type: string
}
