import type { ImageRequest } from './image-request.ts'

/** As many requests as it takes where a call makes at most `perCall` images: the same wish with its share of the count. */
export function splitCount(request: ImageRequest, perCall: number): readonly ImageRequest[] {
  const { count } = request
  if (count === undefined || count <= perCall) return [request]
  const requests: ImageRequest[] = []
  for (let left = count; left > 0; left -= perCall) requests.push({ ...request, count: Math.min(left, perCall) })
  return requests
}
