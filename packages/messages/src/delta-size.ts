import type { Delta } from '@interlingua/core'

/** Memory of a waiting delta, estimated in UTF-16 units. */
export function deltaSize(delta: Delta): number {
  switch (delta.type) {
    case 'seal':
      return delta.seal.data.length
    case 'citation':
      return 256
    case 'logprobs':
      return 64
    case 'media':
      return delta.base64.length
    default:
      return delta.text.length
  }
}
