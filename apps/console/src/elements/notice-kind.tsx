import { ShownText } from './shown-text.tsx'

/** Signs and words of the kinds of notices. */
const kinds: Readonly<Record<string, readonly [sign: string, word: string]>> = {
  dropped: ['✕', 'dropped'],
  approximated: ['~', 'approximated'],
  synthesized: ['+', 'made up'],
  repaired: ['⟳', 'repaired'],
}

/** Shows the kind of a notice by a sign and a word. */
export function NoticeKind({ kind, unknown = 'not kept any more' }: { readonly kind: string | undefined; readonly unknown?: string }) {
  const known = kind !== undefined && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  const [sign, word] = known ?? ['⚠', kind ?? unknown]
  return (
    <span class={known && 'kind'}>
      <span aria-hidden="true">{sign}</span> <ShownText text={word} most={40} />
    </span>
  )
}
