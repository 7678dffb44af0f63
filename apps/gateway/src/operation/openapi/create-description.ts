import type { Formats } from '../../create-formats.ts'
import type { Endpoint } from '../../endpoint.ts'
import { describeService } from './describe-service.ts'

/** The description of the service as text, made when it is asked for the first time. */
export function createDescription(endpoints: readonly Endpoint[], formats: Formats): () => string {
  let text: string | undefined
  return () => (text ??= JSON.stringify(describeService(endpoints, formats)))
}
