import type { GenerateRequest } from '@interlingua/core'

/** True for a request that came from this format: its decoder names its own places. What is in it is its server's to judge. */
export function isOwn(request: GenerateRequest): boolean {
  return request.fields?.['output.format'] === '/response_format'
}
