import type { EdgeHeaders, FormatEdge } from '@interlingua/core/edge'

/** The text formats of a gateway. */
export interface Formats {
  readonly all: readonly FormatEdge[]
  readonly ids: readonly string[]
  find(id: string): FormatEdge | undefined
  /** The format in which what belongs to a vendor and to no format is answered: errors, images, videos. Where the vendor has none, the first of all. */
  ofVendor(vendor: string): FormatEdge
  /** Whose client this seems to be, where the path does not say so. */
  ofClient(url: string, headers: EdgeHeaders): FormatEdge
}

/** Throws a `TypeError` for no format, and for two of one id. */
export function createFormats(all: readonly FormatEdge[]): Formats {
  const [first] = all
  if (first === undefined) throw new TypeError('a gateway needs at least one format')
  const byId = new Map<string, FormatEdge>(all.map((edge) => [edge.adapter.format, edge]))
  if (byId.size < all.length) throw new TypeError('two formats have the same id')
  return {
    all,
    ids: [...byId.keys()],
    find: (id) => byId.get(id),
    ofVendor: (vendor) => all.find((edge) => edge.vendor === vendor) ?? first,
    ofClient(url, headers) {
      let best = first
      let most = 0
      for (const edge of all) {
        const claim = edge.client.recognizes(url, headers)
        if (claim <= most) continue
        best = edge
        most = claim
      }
      return best
    },
  }
}
