import type { EdgeHeaders, FormatEdge } from '@interlingua/core/edge'

/** Text formats of a gateway. */
export interface Formats {
  readonly all: readonly FormatEdge[]
  readonly ids: readonly string[]
  /** Finds a format by its id or its alias. */
  find(id: string): FormatEdge | undefined
  /** Format for answers that belong to a vendor, but to no format: errors, images, videos. The first of all if the vendor has none. */
  ofVendor(vendor: string): FormatEdge
  /** Format of the client by its URL and headers, for paths that do not tell it. */
  ofClient(url: string, headers: EdgeHeaders): FormatEdge
}

/** Creates the list of formats. Throws a `TypeError` for no format, and for two with the same id. */
export function createFormats(all: readonly FormatEdge[]): Formats {
  const [first] = all
  if (first === undefined) throw new TypeError('a gateway needs at least one format')
  const byId = new Map<string, FormatEdge>(all.map((edge) => [edge.adapter.format, edge]))
  if (byId.size < all.length) throw new TypeError('two formats have the same id')
  const byAlias = new Map(all.flatMap((edge) => (edge.describe.alias === undefined ? [] : [[edge.describe.alias, edge] as const])))
  return {
    all,
    ids: [...byId.keys()],
    find: (id) => byId.get(id) ?? byAlias.get(id),
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
