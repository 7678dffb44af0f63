import type { ImageRequest } from './image-request.ts'

const seeds = 2_147_483_648

/** The same call several times. A seed counts on, or all images would be the same one; -1 is any. */
export function inCalls(request: ImageRequest, calls: number): readonly ImageRequest[] {
  const { seed } = request
  return Array.from({ length: calls }, (_, index) =>
    index === 0 || seed === undefined || seed < 0 ? request : { ...request, seed: (seed + index) % seeds },
  )
}
