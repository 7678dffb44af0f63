import type { Notice, NoticeEntry } from './notice.ts'
import type { Pointer } from './pointer.ts'

/**
 * The notices of one package: `const notice = declareNotices('chat', { 'top-k': { kind: 'dropped', message: '…' } })`, then
 * `context.onNotice(notice('top-k', path))`. A code that is not in the table does not compile. `notice.table` is the inventory.
 */
export function declareNotices<const N extends string, const T extends Readonly<Record<string, NoticeEntry>>>(
  owner: N,
  table: T,
): Declared<Extract<keyof T, string>> {
  const notice = (code: Extract<keyof T, string>, path: Pointer): Notice => {
    const entry: NoticeEntry | undefined = table[code]
    if (entry === undefined) throw new TypeError(`undeclared notice ${owner}/${code}`)
    return { code: `${owner}/${code}`, path, ...entry }
  }
  return Object.assign(notice, { owner, table })
}

/** The function that `declareNotices` returns, with the table that it was made from. */
export interface Declared<Code extends string> {
  (code: Code, path: Pointer): Notice
  readonly owner: string
  readonly table: Readonly<Record<Code, NoticeEntry>>
}
