import type { DemoRequest } from './demo-request.ts'

/**
 * Reads the body; `undefined` for a body above the provider's limit. The rest of a body that is too long is read and dropped, so that the
 * client gets its answer.
 */
export async function readBytes({ request, state }: DemoRequest): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    // no encoding is set on the request, so its chunks are buffers
    bytes += chunk.length
    if (bytes > 4 * state.maxBodyBytes) return undefined
    if (bytes <= state.maxBodyBytes) chunks.push(chunk)
  }
  return bytes > state.maxBodyBytes ? undefined : Buffer.concat(chunks)
}
