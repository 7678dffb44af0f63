import type { Explanation } from './explain-request.ts'

/** An explanation for people: what was changed on the way, the worst first, then what would be sent, then the canonical form. */
export function spellExplanation({ canonical, request, notices, refusal }: Explanation): string {
  const query = new URLSearchParams(request.query).toString()
  const lines = refusal ? [`refused: ${refusal.message}`, ''] : []
  lines.push(notices.length === 0 ? 'nothing is lost' : 'notices')
  const ranked = notices.toSorted((a, b) => rank(a) - rank(b))
  for (const { kind, code, path, message } of ranked) lines.push(`  ${kind} ${code} at ${path || 'the request'}: ${message}`)
  lines.push('', `POST ${request.path}${query === '' ? '' : `?${query}`}`)
  for (const [name, value] of Object.entries(request.headers)) lines.push(`${name}: ${value}`)
  lines.push('', indent(request.body), '', 'canonical', indent(withoutPlaces(canonical)))
  return `${lines.join('\n')}\n`
}

/** Where each field stood is for programs: the notices name the places. */
function withoutPlaces(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlaces)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key, inner]) => !(key === 'fields' && isPlaces(inner)) && !(key === 'at' && isPlace(inner)))
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutPlaces(inner)]))
}

function isPlaces(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0 && Object.values(value).every(isPlace)
}

function isPlace(value: unknown): boolean {
  return typeof value === 'string' && (value === '' || value.startsWith('/'))
}

const ranks = { dropped: 0, approximated: 1, synthesized: 2, repaired: 3 } as const

function rank({ kind, severe }: Explanation['notices'][number]): number {
  return severe ? -1 : ranks[kind]
}

function indent(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll(/^/gm, '  ')
}
