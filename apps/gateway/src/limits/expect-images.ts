import type { ImageRequest } from '@interlingua/images'
import type { Expected, OutputReserve } from './expected.ts'

/** Bytes of a prompt for one token, and tokens for each image that is given. */
const rate = 4
const imageTokens = 1000

/** What a wish for images may take. Models that count tokens make each image of some thousands. */
export function expectImages({ prompt, images, count = 1 }: ImageRequest, { maxOutput }: OutputReserve): Expected {
  return { input: Math.ceil((prompt?.length ?? 0) / rate) + imageTokens * (images?.length ?? 0), output: maxOutput * count, images: count }
}
