import type { ComponentChildren } from 'preact'

/** Says what would be here, and offers what makes it so. */
export function EmptyNote({ what, children }: { readonly what: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p>{what}</p>
      {children}
    </div>
  )
}
