import type { Failure } from '../failure.ts'
import type { Json } from '../json.ts'
import type { Pointer } from '../pointer.ts'
import { namedPaths, segmentsOf } from './named-paths.ts'
import { resolvePath } from './resolve-path.ts'
import { withoutLeadingPath } from './without-leading-path.ts'

/**
 * Places a failure by the first place of `sent` that its `path` or its words name and `placeOf` knows, and removes a path in front of the
 * words; `path` is removed if there is none. `sent` is called only if something is named.
 */
export function placeNamed(failure: Failure, sent: () => Json, placeOf: (wire: Pointer) => Pointer | undefined): Failure {
  const { path, ...rest } = failure
  const named = [
    ...(path === undefined || path === '' ? [] : [segmentsOf(path.slice(1).replaceAll('/', '.'))]),
    ...namedPaths(failure.message),
  ]
  const document = named.length > 0 ? sent() : null
  for (const segments of named) {
    const wire = resolvePath(document, segments)
    const place = wire === undefined ? undefined : placeOf(wire)
    if (place !== undefined) return { ...rest, message: withoutLeadingPath(rest.message), path: place }
  }
  return rest
}
