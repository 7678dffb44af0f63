import type { GenerateRequest } from '@interlingua/core'

/** True for a request that came from this format. */
export function isOwn(request: GenerateRequest): boolean {
  return request.extensions?.messages?.hint?.headers !== undefined
}
