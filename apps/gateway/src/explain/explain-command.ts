import { defaultLimits, defaultPolicy, findModelProfile, isInterlinguaError, type Context } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { readFileSync } from 'node:fs'
import type { Terminal } from '../cli/terminal.ts'
import { parseBody } from '../requests/parse-body.ts'
import { explainRequest, type Explanation } from './explain-request.ts'
import { messageOf } from './message-of.ts'

/** An explanation for people: what was changed on the way, the worst first, then what would be sent, then the canonical form. */
function spellExplanation({ canonical, request, notices, refusal }: Explanation): string {
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

export interface ExplainOptions {
  readonly from: FormatEdge
  readonly to: FormatEdge
  readonly model?: string
  readonly stream?: boolean
  readonly json?: boolean
  /** Absent: standard input. */
  readonly file?: string
}

/** `interlingua explain`. Gives the exit code: 0, or 1 where the request cannot be translated. */
export function explainCommand({ from, to, model, stream, json, file }: ExplainOptions, { out, err }: Terminal): number {
  try {
    const parsed = parseBody(readFileSync(file ?? 0))
    if ('failure' in parsed) throw new TypeError(parsed.failure.message)
    const asked = model ?? parsed.body['model']
    const explanation = explainRequest(messageOf(from, parsed.body, model, stream), {
      from,
      to,
      contextOf: (side, onNotice) => plainContext(side, typeof asked === 'string' ? asked : '', onNotice),
    })
    out(json ? `${JSON.stringify(explanation, undefined, 2)}\n` : spellExplanation(explanation))
    return explanation.refusal === undefined ? 0 : 1
  } catch (error) {
    err(`${isInterlinguaError(error) ? `${error.path || 'the request'}: ` : ''}${error instanceof Error ? error.message : 'failed'}\n`)
    return 1
  }
}

function plainContext(side: FormatEdge, model: string, onNotice: Context['onNotice']): Context {
  const profile = findModelProfile(side.profiles, model)
  let ids = 0
  const context = {
    onNotice,
    newId: (prefix: string) => `${prefix}${ids++}`,
    now: Date.now,
    limits: defaultLimits,
    policy: defaultPolicy,
    dialect: {},
  }
  return profile === undefined ? context : { ...context, model: profile }
}
