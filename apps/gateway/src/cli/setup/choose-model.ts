import { fitsPattern } from '@interlingua/gateway-kernel'
import type { Agent } from './agent.ts'
import type { OfferedModel } from './gateway-client.ts'

/** Words in ids of smaller models, of which a bigger one is nearly always there. */
const small = /mini|nano|lite|haiku|flash|small|tiny/

/** Words in ids of models that answer with other things than text. */
const other = /image|audio|tts|live|embed|veo|imagen/

/** Model that an agent gets if its user named none: of those that the agent prefers, else the first of all. */
export function chooseModel(offered: readonly OfferedModel[], { prefers }: Pick<Agent, 'prefers'>): OfferedModel | undefined {
  const texts = offered.filter(({ id }) => !id.includes('*') && !other.test(id))
  for (const pattern of prefers) {
    const fitting = texts.filter(({ id }) => fitsPattern(pattern, id))
    const big = fitting.filter(({ id }) => !small.test(id))
    const [first] = big.length > 0 ? big.toSorted(newestFirst) : fitting.toSorted(newestFirst)
    if (first !== undefined) return first
  }
  return texts.find(({ id }) => !small.test(id)) ?? texts[0]
}

/** Orders ids by their numbers, the highest first; an alias without a date comes before the dated id. */
function newestFirst(a: OfferedModel, b: OfferedModel): number {
  const [x, y] = [undated(a.id), undated(b.id)]
  if (x === y) return a.id.length - b.id.length
  return y.localeCompare(x, 'en', { numeric: true })
}

function undated(id: string): string {
  return id.replace(/[-@](?:20\d{6}|20\d{2}-\d{2}-\d{2})$/, '')
}
