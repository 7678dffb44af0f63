import { standardNotices, type StandardCode } from './notices/standard.ts'
import type { Notice, NoticeEntry } from './notice.ts'
import type { Pointer } from './pointer.ts'

/** Standard codes by name, or by name with the words of one format: `{ 'top-k': true, 'cache-ttl': 'caches live 5 minutes or 1 hour here' }`. */
export type StandardChoice<S extends StandardCode> = readonly S[] | Readonly<Partial<Record<S, string | true>>>

/**
 * Declares the notices of one package: `const notice = declareNotices('chat', ['top-k'], { 'text-order': { kind: 'approximated', message:
 * '…' } })`, then `context.onNotice(notice('top-k', path))`; `notice.table` lists them.
 * Standard codes are taken by name and may be worded anew; their kind and severity are the same in all formats. Undeclared codes do not
 * compile, nor does an own code that is a standard one (code compiled before it became standard keeps working). Throws a TypeError for an
 * unknown standard code.
 */
export function declareNotices<const N extends string, const S extends StandardCode, const T extends Readonly<Record<string, NoticeEntry>>>(
  owner: N,
  standard: StandardChoice<S>,
  own: T & Readonly<Partial<Record<StandardCode, never>>>,
): Declared<S | Extract<keyof T, string>> {
  const table: Record<string, NoticeEntry> = { ...chooseStandard(standard), ...own }
  const whole = new Map(Object.entries(table).map(([code, entry]) => [code, { code: `${owner}/${code}`, path: '', ...entry } as const]))
  const notice = (code: S | Extract<keyof T, string>, path: Pointer): Notice => {
    const found = whole.get(code)
    if (found === undefined) throw new TypeError(`undeclared notice ${owner}/${code}`)
    return { ...found, path }
  }
  // the table was made of exactly these codes
  return Object.assign(notice, { owner, table: table as Readonly<Record<S | Extract<keyof T, string>, NoticeEntry>> })
}

/** The function that `declareNotices` returns, with the table that it was made from. */
export interface Declared<Code extends string> {
  (code: Code, path: Pointer): Notice
  readonly owner: string
  readonly table: Readonly<Record<Code, NoticeEntry>>
}

function chooseStandard(standard: StandardChoice<StandardCode>): Record<string, NoticeEntry> {
  const table: Record<string, NoticeEntry> = {}
  const wordings: Readonly<Record<string, string | true | undefined>> = isList(standard)
    ? Object.fromEntries(standard.map((code) => [code, true]))
    : standard
  for (const [code, wording] of Object.entries(wordings)) {
    const entry: NoticeEntry | undefined = standardOf(code)
    if (entry === undefined) throw new TypeError(`no standard notice is called ${code}`)
    table[code] = typeof wording === 'string' ? { ...entry, message: wording } : entry
  }
  return table
}

function isList(standard: StandardChoice<StandardCode>): standard is readonly StandardCode[] {
  return Array.isArray(standard)
}

function standardOf(code: string): NoticeEntry | undefined {
  const all: Readonly<Record<string, NoticeEntry>> = standardNotices
  return Object.hasOwn(all, code) ? all[code] : undefined
}
