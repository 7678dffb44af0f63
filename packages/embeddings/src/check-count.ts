import { WireError, type Format, type Pointer } from '@interlingua/core'
import type { EmbedDecodeState } from './embed-adapter.ts'

/** Throws unless there is a vector for each input: otherwise their order cannot be trusted. */
export function checkCount(format: Format, count: number, at: Pointer, sent: EmbedDecodeState | undefined): void {
  const wanted = sent?.request?.inputs.length
  if (wanted === undefined || wanted === count) return
  throw new WireError(format, at, `holds ${count} vectors for ${wanted} inputs`)
}
