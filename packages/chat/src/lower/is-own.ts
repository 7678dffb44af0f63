import type { GenerateRequest } from '@interlingua/core'

/** True for a request that came from this format, whose decoder notes its places; its content is its own server's to judge. */
export function isOwn(request: GenerateRequest): boolean {
  return request.fields?.['output.format'] === '/response_format'
}
