import type { Exchange } from './exchange.ts'

/** The body, or `undefined` where it is longer than the provider allows. What is too much is read and thrown away, so that the client gets its answer. */
export async function readBytes({ request, state }: Exchange): Promise<Buffer | undefined> {
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
