import type { Json, Notice } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { jsonLeaves, sampleLeaves, withLeaf } from './json-leaves.ts'
import type { Leaf } from './json-leaves.ts'
import { isInert } from './law-no-silent-loss.ts'
import type { LossSettings } from './law-no-silent-loss.ts'
import type { Translated, Translation } from './pair.ts'
import type { Violation } from './violation.ts'

/** Word that occurs in no document. */
const token = 'Zq7vX'

/**
 * Law "exact notices": a notice names exactly the loss. No value in the output lies at or below a `dropped` one, no lost value is excused
 * by a benign `approximated` one alone, and no notice is given twice.
 */
export function lawExactNotices(name: string, translate: Translation, document: Json, settings: LossSettings = {}): readonly Violation[] {
  return attempt(name, (say) => {
    const base = translate(document)
    if (base.type === 'refused') return
    const seen = new Set<string>()
    for (const { code, path } of base.notices) {
      if (seen.has(`${code} ${path}`)) say(path, `notice ${code} is given twice`)
      seen.add(`${code} ${path}`)
    }
    const printed = JSON.stringify(base.output)
    for (const leaf of sampleLeaves(jsonLeaves(document), settings.leaves ?? 200, settings.perShape)) {
      const above = base.notices.filter(({ path }) => path !== '' && (path === leaf.path || leaf.path.startsWith(`${path}/`)))
      if (above.length === 0 || isInert(leaf.path, settings.inert ?? [])) continue
      const dropped = above.find(({ kind }) => kind === 'dropped')
      if (dropped && isCarried(document, leaf, translate, dropped))
        say(dropped.path, `notice ${dropped.code} covers ${leaf.path}, which is there`)
      if (above.every(isSoft) && !changes(document, leaf, translate, printed))
        say(leaf.path, `is gone, and only ${above.map(({ code }) => code).join(', ')} speaks of it`)
    }
  })
}

function isSoft({ kind, benign }: Notice): boolean {
  return kind === 'approximated' && benign === true
}

/** True if a text survives although the notice says that it is gone: a word added to it appears in the output. */
function isCarried(document: Json, { keys, value }: Leaf, translate: Translation, { code, path }: Notice): boolean {
  if (typeof value !== 'string' || value === '') return false
  const changed = translate(withLeaf(document, keys, `${value}${token}`))
  if (changed.type === 'refused' || !changed.notices.some((notice) => notice.code === code && notice.path === path)) return false
  return JSON.stringify(changed.output).includes(token)
}

/** True if anything in the output depends on the leaf. */
function changes(document: Json, { keys, value }: Leaf, translate: Translation, printed: string): boolean {
  const others: readonly (Json | undefined)[] =
    typeof value === 'string' ? [`${value}x`, undefined] : typeof value === 'number' ? [value + 1, undefined] : [!value, undefined]
  return others.some((other) => differs(translate(withLeaf(document, keys, other)), printed))
}

function differs(done: Translated, printed: string): boolean {
  return done.type === 'refused' || JSON.stringify(done.output) !== printed
}
