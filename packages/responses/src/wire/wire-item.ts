import type { JsonObject } from '@interlingua/core'

/** One item of `input` or `output`. https://platform.openai.com/docs/api-reference/responses/object */
export interface WireItem extends JsonObject {
  readonly type: string
}
