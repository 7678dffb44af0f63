import type { Json } from '@interlingua/core'
import { attempt } from './attempt.ts'
import type { Translation } from './pair.ts'
import type { Violation } from './violation.ts'

/** Key and value that no format knows. */
export const sibling = { key: 'zq_new', value: 'zqvalue' } as const

/** A document with an unknown key in one of its objects. */
export interface WithSibling {
  readonly document: Json
  /** Pointer of the object. */
  readonly path: string
}

export interface SiblingSettings {
  /** Number of objects of the same shape of path that are tried. Default 2. */
  readonly perShape?: number
  /** True for objects whose keys are the caller's own data, or that mean nothing; pointers as in `LossSettings.inert`. Absent: none. */
  readonly skipped?: (path: string) => boolean
}

/** Document once for each of its objects, with an unknown key beside the known ones. */
export function withSiblings(document: Json, { perShape = 2, skipped }: SiblingSettings = {}): readonly WithSibling[] {
  const found: WithSibling[] = []
  const shapes = new Map<string, number>()
  const walk = (value: Json, path: string, put: (inner: Json) => Json): void => {
    if (value === null || typeof value !== 'object') return
    if (Array.isArray(value)) {
      const items = value as readonly Json[] // Array.isArray does not narrow readonly arrays
      items.forEach((item, i) => walk(item, `${path}/${i}`, (inner) => put(items.with(i, inner))))
      return
    }
    if (skipped?.(path) === true) return
    const shape = path.replaceAll(/\/\d+/g, '/*')
    const count = shapes.get(shape) ?? 0
    shapes.set(shape, count + 1)
    if (count < perShape) found.push({ path, document: put({ ...value, [sibling.key]: sibling.value }) })
    for (const [key, item] of Object.entries(value))
      walk(item, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, (inner) => put({ ...value, [key]: inner }))
  }
  walk(document, '', (inner) => inner)
  return found
}

/**
 * Law "siblings": an unknown key beside known ones is carried within one format (`carried: true`); another format reports it, or a whole
 * that holds it, as dropped. A notice that something above it has changed does not count.
 */
export function lawSiblings(
  name: string,
  translate: Translation,
  document: Json,
  settings: SiblingSettings & { readonly carried?: boolean } = {},
): readonly Violation[] {
  return attempt(name, (say) => {
    for (const { document: changed, path } of withSiblings(document, settings)) {
      const done = translate(changed)
      const at = `${path}/${sibling.key}` as const
      if (done.type === 'refused') continue
      if (JSON.stringify(done.output).includes(sibling.value)) continue
      const named = done.notices.some(
        (notice) => notice.kind === 'dropped' && notice.path !== '' && (notice.path === at || at.startsWith(`${notice.path}/`)),
      )
      if (settings.carried === true || !named)
        say(at as Violation['path'], settings.carried === true ? 'is not carried' : 'is neither carried nor named') // a pointer: it begins with a slash
    }
  })
}
