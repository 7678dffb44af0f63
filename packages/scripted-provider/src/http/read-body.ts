import type { DemoRequest } from './demo-request.ts'
import { readBytes } from './read-bytes.ts'

/** Reads the body as text; `undefined` for a body above the provider's limit. */
export async function readBody(demoRequest: DemoRequest): Promise<string | undefined> {
  return (await readBytes(demoRequest))?.toString('utf8')
}
