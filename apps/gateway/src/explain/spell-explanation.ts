import type { Explanation } from './explain-request.ts'

/** An explanation for people: what would be sent, and what was changed on the way, the worst first. */
export function spellExplanation({ canonical, request, notices, refusal }: Explanation): string {
  const query = new URLSearchParams(request.query).toString()
  const lines = ['canonical', indent(canonical), '', `POST ${request.path}${query === '' ? '' : `?${query}`}`]
  for (const [name, value] of Object.entries(request.headers)) lines.push(`${name}: ${value}`)
  lines.push('', indent(request.body), '')
  lines.push(notices.length === 0 ? 'nothing is lost' : 'notices')
  const ranked = notices.toSorted((a, b) => rank(a) - rank(b))
  for (const { kind, code, path, message } of ranked) lines.push(`  ${kind} ${code} at ${path || 'the request'}: ${message}`)
  if (refusal) lines.push('', `refused: ${refusal.message}`)
  return `${lines.join('\n')}\n`
}

const ranks = { dropped: 0, approximated: 1, synthesized: 2, repaired: 3 } as const

function rank({ kind, severe }: Explanation['notices'][number]): number {
  return severe ? -1 : ranks[kind]
}

function indent(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll(/^/gm, '  ')
}
