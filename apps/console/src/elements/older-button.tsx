import type { OlderPages } from '../api/older-pages.ts'

/** Button that reads the next page of a list, as long as there is one. */
export function OlderButton({ pages }: { readonly pages: OlderPages<unknown> }) {
  if (!pages.more) return null
  return (
    <p>
      <button type="button" disabled={pages.busy} aria-busy={pages.busy} onClick={() => void pages.read()}>
        {pages.busy ? 'Reading …' : 'Older'}
      </button>
    </p>
  )
}
