import { type Catalogue, type CatalogueModel, priceKeys } from '../../catalogue/catalogue.ts'

/** Difference of one model between two catalogues. */
export interface ModelDiff {
  /** Provider and model, such as `openai/gpt-5`. */
  readonly model: string
  readonly kind: 'new' | 'gone' | 'changed'
  /** Changes in words, such as `input 1.25 → 1.1`. */
  readonly changes: readonly string[]
  /** Reason for which the change needs a decision. Absent: it needs none. */
  readonly suspicious?: string
}

/** Factor beyond which a change of a price is more likely an error. */
const jump = 3

/** Compares two catalogues, model by model. */
export function diffCatalogues(old: Catalogue, now: Catalogue): readonly ModelDiff[] {
  const [before, after] = [flat(old), flat(now)]
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((model): readonly ModelDiff[] => {
    const [was, is] = [before.get(model), after.get(model)]
    if (was === undefined || is === undefined) {
      const known = was ?? is
      return [
        {
          model,
          kind: was === undefined ? 'new' : 'gone',
          changes: known === undefined ? [] : priceKeys.flatMap((key) => show(key, known[key])),
        },
      ]
    }
    const changes = priceKeys.flatMap((key) => (was[key] === is[key] ? [] : [`${key} ${text(was[key])} → ${text(is[key])}`]))
    if (was.context !== is.context) changes.push(`context ${text(was.context)} → ${text(is.context)}`)
    if (JSON.stringify(was.tiers) !== JSON.stringify(is.tiers)) changes.push('prices for long requests')
    if (changes.length === 0) return []
    const suspicious = suspicionOf(was, is)
    return [{ model, kind: 'changed', changes, ...(suspicious !== undefined && { suspicious }) }]
  })
}

function flat({ providers }: Catalogue): ReadonlyMap<string, CatalogueModel> {
  return new Map(
    Object.entries(providers).flatMap(([provider, { models }]) =>
      Object.entries(models).map(([id, model]) => [`${provider}/${id}`, model] as const),
    ),
  )
}

function suspicionOf(was: CatalogueModel, is: CatalogueModel): string | undefined {
  for (const key of priceKeys) {
    const [old, now] = [was[key], is[key]]
    if (old === undefined || now === undefined || old === now) continue
    if (now === 0) return `${key} would be 0`
    if (old > 0 && (now / old > jump || old / now > jump))
      return `${key} would be ${now > old ? 'over three times as high' : 'under a third'}`
  }
  return undefined
}

function show(key: string, value: number | undefined): readonly string[] {
  return value === undefined ? [] : [`${key} ${value}`]
}

function text(value: number | undefined): string {
  return value === undefined ? 'unknown' : String(value)
}
