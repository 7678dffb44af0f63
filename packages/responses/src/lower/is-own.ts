import type { GenerateRequest } from '@interlingua/core'

/** Whether a request came from this format: its decoder always leaves a note of the headers. */
export function isOwnRequest(request: GenerateRequest): boolean {
  return request.extensions?.responses?.hint?.headers !== undefined
}
