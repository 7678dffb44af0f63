import { WireError, type Format, type Pointer } from '@interlingua/core'
import type { EmbedSent } from './embed-adapter.ts'

/** One vector for each input, or the answer cannot be trusted to be in their order. */
export function checkCount(format: Format, count: number, at: Pointer, sent: EmbedSent | undefined): void {
  const wanted = sent?.request?.inputs.length
  if (wanted === undefined || wanted === count) return
  throw new WireError(format, at, `holds ${count} vectors for ${wanted} inputs`)
}
