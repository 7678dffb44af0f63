import type { GenerateRequest } from '@interlingua/core'

/** True for a request of this format, whose decoder always notes the headers. */
export function isOwnRequest(request: GenerateRequest): boolean {
  return request.extensions?.responses?.hint?.headers !== undefined
}
