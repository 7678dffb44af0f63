import type { Notice } from '@interlingua/core'
import type { Declared } from '@interlingua/core/adapter'
import { attempt } from './attempt.ts'
import type { Violation } from './violation.ts'

/** Law "declared": every notice stands in a package's table and has the table's message, so that it cannot hold content. */
export function lawDeclared(
  notices: Iterable<Notice>,
  declared: readonly Pick<Declared<string>, 'owner' | 'table'>[],
): readonly Violation[] {
  return attempt('declared', (say) => {
    for (const notice of notices) {
      const [owner = '', name = ''] = notice.code.split('/')
      const entry = declared.find((each) => each.owner === owner)?.table[name]
      if (entry === undefined) say(notice.path, `notice ${notice.code} is not declared`)
      else if (entry.message !== notice.message || entry.kind !== notice.kind) say(notice.path, `notice ${notice.code} is not as declared`)
    }
  })
}
