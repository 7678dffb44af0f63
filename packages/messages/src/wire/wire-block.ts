import type { JsonObject } from '@interlingua/core'

/**
 * A content block, told apart by `type`; unknown types are legal. Known ones are checked by `blockSchemas`.
 * https://platform.claude.com/docs/en/api/messages
 */
export interface WireBlock extends JsonObject {
  readonly type: string
}
