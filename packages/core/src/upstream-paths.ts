/** Parts of a base address, as a `URL` has them. */
export interface BaseAddress {
  readonly pathname: string
  readonly search: string
}

/**
 * Creates the function from an endpoint's path to the path and query at an upstream. A base address may have a version (`/v1`, `/api/v3`,
 * `/v1beta1/projects/…`), which replaces the endpoint's; its query (`api-version`) is kept.
 */
export function createUpstreamPaths({ pathname, search }: BaseAddress): (endpoint: string) => string {
  const base = pathname.replace(/\/+$/, '')
  const versioned = /\/v\d+(?:(?:alpha|beta)\d*)?(?:$|\/projects\/)/.test(base)
  return (endpoint) => {
    const path = `${base}${versioned ? endpoint.replace(/^\/v1(?:beta)?(?=\/)/, '') : endpoint}`
    return path.includes('?') ? `${path}${search.replace('?', '&')}` : `${path}${search}`
  }
}
