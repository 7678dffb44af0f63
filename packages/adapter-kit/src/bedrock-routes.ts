import type { EdgeHeaders, FormatEdge } from '@interlingua/core/edge'

type Route = FormatEdge['client']['routes'][number]

/** Routes of Bedrock's runtime by their verbs, also below `/bedrock`, where proxies mount it. A model's id may have slashes. */
export function bedrockRoutes(routes: readonly (Pick<Route, 'operation' | 'stream' | 'summary'> & { readonly verb: string })[]): Route[] {
  return routes.map(({ verb, ...route }) => ({ path: `/model/{model+}/${verb}`, also: [`/bedrock/model/{model+}/${verb}`], ...route }))
}

/** True if a request is signed as those of AWS are. */
export function isAwsSigned({ authorization }: EdgeHeaders): boolean {
  return String(authorization).startsWith('AWS4-HMAC-SHA256 ')
}
