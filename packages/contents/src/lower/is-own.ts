import type { GenerateRequest } from '@interlingua/core'

/** True for a request that came from this format: its client has written what its server is to judge. */
export function isOwn(request: GenerateRequest): boolean {
  return request.extensions?.contents?.hint?.version !== undefined
}
