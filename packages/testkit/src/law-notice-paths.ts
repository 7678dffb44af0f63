import type { Notice, Pointer } from '@interlingua/core'
import { attempt } from './attempt.ts'
import type { Violation } from './violation.ts'

/**
 * Law "notice paths": notices point into the caller's document: the place exists or, for a made-up value, the object that it would be in
 * does, or that object's parent.
 */
export function lawNoticePaths(name: string, notices: Iterable<Notice>, document: unknown): readonly Violation[] {
  return attempt(name, (say) => {
    for (const { code, path, kind } of notices) {
      if (exists(document, path)) continue
      if (kind === 'synthesized' && (exists(document, parentOf(path)) || exists(document, parentOf(parentOf(path))))) continue
      say(path, `notice ${code} points at nothing`)
    }
  })
}

function parentOf(path: Pointer): Pointer {
  return path.slice(0, Math.max(0, path.lastIndexOf('/'))) as Pointer // a pointer up to a slash is a pointer
}

function exists(document: unknown, path: Pointer): boolean {
  let value: unknown = document
  for (const segment of path.split('/').slice(1)) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false
    value = (value as Readonly<Record<string, unknown>>)[key] // an own key: checked
  }
  return true
}
