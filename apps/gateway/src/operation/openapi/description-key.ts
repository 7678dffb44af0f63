import type { Endpoint } from '../../endpoint.ts'

/** Under which name the table of descriptions has an endpoint. */
export function descriptionKey({ method, path }: Endpoint): string {
  return `${method} ${path.replaceAll('+}', '}')}`
}
