import type { GenerateRequest, Turn } from '@interlingua/core'
import { hintOf } from './extension.ts'

/** Of a conversation only its instructions are said again, not what was talked about. */
export function instructionsOf({ turns }: GenerateRequest): readonly Turn[] {
  const [first] = turns
  return first !== undefined && hintOf(first).instructions === true ? [first] : []
}
