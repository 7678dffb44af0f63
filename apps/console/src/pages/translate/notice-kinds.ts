/** Sign, word and class of each kind of loss. */
export interface KindSign {
  readonly sign: string
  readonly word: string
  readonly className: string
}

const kinds: Readonly<Record<string, KindSign>> = {
  dropped: { sign: '✕', word: 'dropped', className: 'dropped' },
  approximated: { sign: '~', word: 'approximated', className: 'approximated' },
  synthesized: { sign: '+', word: 'made up', className: 'synthesized' },
  repaired: { sign: '⟳', word: 'repaired', className: 'repaired' },
}

/** Kinds in the order in which they are summed up. */
export const kindOrder = ['dropped', 'approximated', 'synthesized', 'repaired'] as const

/** Sign of a kind; kinds that this page does not know have one, too. */
export function signOfKind(kind: string): KindSign {
  return kinds[kind] ?? { sign: '⚠', word: kind, className: 'approximated' }
}
