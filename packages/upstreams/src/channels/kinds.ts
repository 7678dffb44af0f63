import type { Formats } from '@interlingua/gateway-kernel'
import type { UpstreamKind, UpstreamKinds } from './channel.ts'

/** Capabilities of upstreams beside text, or a kind of upstream that has no text. */
export interface OperationKind extends Pick<UpstreamKind, 'embeddings' | 'images' | 'video' | 'imagesAsText' | 'upstreamHeaders'> {
  /** Word for `format` in a channel's options. Absent: channels with a text format of the vendor have the capabilities. */
  readonly id?: string
  /** Vendor whose text format lends headers, lists of models and errors. */
  readonly vendor: string
}

/** Creates the kinds of upstreams: one for each text format, and one for each operation kind with an id. */
export function createKinds(formats: Formats, operations: readonly OperationKind[] = []): UpstreamKinds {
  const kinds = new Map<string, UpstreamKind>()
  for (const edge of formats.all) {
    const { id: _, vendor: __, ...beside } = operations.find(({ id, vendor }) => id === undefined && vendor === edge.vendor) ?? {}
    const kind: UpstreamKind = { edge, generates: true, ...beside }
    kinds.set(edge.adapter.format, kind)
    if (edge.describe.alias !== undefined) kinds.set(edge.describe.alias, kind)
  }
  for (const { id, vendor, ...capabilities } of operations) {
    if (id === undefined) continue
    const checkDialect = (capabilities.embeddings ?? capabilities.images ?? capabilities.video)?.checkDialect
    kinds.set(id, { edge: formats.ofVendor(vendor), generates: false, ...capabilities, ...(checkDialect && { checkDialect }) })
  }
  return kinds
}
