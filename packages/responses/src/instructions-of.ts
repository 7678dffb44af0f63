import type { GenerateRequest, Turn } from '@interlingua/core'
import { hintOf } from './extension.ts'

/** Turns that are echoed: only the instructions of a conversation. */
export function instructionsOf({ turns }: GenerateRequest): readonly Turn[] {
  const [first] = turns
  return first !== undefined && hintOf(first).instructions === true ? [first] : []
}
