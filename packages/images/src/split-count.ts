import type { ImageRequest } from './image-request.ts'

/** Splits a request into requests of at most `perCall` images each. */
export function splitCount(request: ImageRequest, perCall: number): readonly ImageRequest[] {
  const { count } = request
  if (count === undefined || count <= perCall) return [request]
  const requests: ImageRequest[] = []
  for (let left = count; left > 0; left -= perCall) requests.push({ ...request, count: Math.min(left, perCall) })
  return requests
}
