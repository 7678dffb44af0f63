import type { Exchange } from './exchange.ts'
import { readBytes } from './read-bytes.ts'

/** The body as text, or `undefined` where it is longer than the provider allows. */
export async function readBody(exchange: Exchange): Promise<string | undefined> {
  return (await readBytes(exchange))?.toString('utf8')
}
