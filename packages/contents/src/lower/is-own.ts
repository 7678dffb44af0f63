import type { GenerateRequest } from '@interlingua/core'

/** True for a request of this format, which its server is to judge. */
export function isOwn(request: GenerateRequest): boolean {
  return request.extensions?.contents?.hint?.version !== undefined
}
