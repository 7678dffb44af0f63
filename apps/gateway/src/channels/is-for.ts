import type { Ability } from './ability.ts'
import { isEmbeddingId } from './is-embedding-id.ts'
import { isImageId } from './is-image-id.ts'
import { isVideoId } from './is-video-id.ts'

/** Models that are known to generate text, by the beginning of their ids: channels of text have them beside models of embeddings and images. */
const texts = /^(?:models\/)?(?:claude|gpt|chatgpt|o[1-9]|codex|gemini|demo-(?:messages|responses|chat|contents)$)/i

/** Whether a model may be asked for this, as far as its id tells: what nobody knows may be anything. */
export function isFor(model: string, ability: Ability): boolean {
  switch (ability) {
    case 'generate':
      return true
    case 'embed':
      return isEmbeddingId(model) || (!texts.test(model) && !isImageId(model) && !isVideoId(model))
    case 'image':
    case 'predict':
      return isImageId(model) || (!texts.test(model) && !isEmbeddingId(model) && !isVideoId(model))
    case 'video':
      return isVideoId(model) || (!texts.test(model) && !isEmbeddingId(model) && !isImageId(model))
  }
}
