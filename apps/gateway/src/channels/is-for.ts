import type { Ability } from './ability.ts'
import { isEmbeddingId } from './is-embedding-id.ts'

/** Models that are known to generate text, by the beginning of their ids: channels of text have them beside models of embeddings. */
const texts = /^(?:models\/)?(?:claude|gpt|chatgpt|o[1-9]|codex|gemini|demo-(?:messages|responses|chat|contents)$)/i

/** Whether a model may be asked for this, as far as its id tells: what nobody knows may be anything. */
export function isFor(model: string, ability: Ability): boolean {
  return ability !== 'embed' || isEmbeddingId(model) || !texts.test(model)
}
