import type { Failure } from '../failure.ts'
import type { Json } from '../json.ts'
import type { Pointer } from '../pointer.ts'
import { namedPaths, segmentsOf } from './named-paths.ts'
import { resolvePath } from './resolve-path.ts'
import { withoutLeadingPath } from './without-leading-path.ts'

/**
 * A failure told by the place that `placeOf` knows for the first place of `sent` that the failure names, in its `path` or in its words, and
 * without the path that leads these; without `path` where it knows none. `sent` is asked for only where something is named.
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
