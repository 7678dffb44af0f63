import { defaultLimits, defaultPolicy, findModelProfile, isInterlinguaError, type Context } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { readInput } from '../cli/read-input.ts'
import type { Terminal } from '../cli/terminal.ts'
import { explainRequest, type Explanation, messageOf, parseBody } from '@interlingua/server'

/** Text of an explanation: the notices, the worst first, then the request that would be sent, and the canonical form if it is wanted. */
function formatExplanation({ canonical, request, notices, refusal }: Explanation, wantsCanonical: boolean): string {
  const query = new URLSearchParams(request.query).toString()
  const lines = refusal ? [`refused: ${refusal.message}`, ''] : []
  lines.push(notices.length === 0 ? 'nothing is lost' : 'notices')
  const ranked = notices.toSorted((a, b) => rank(a) - rank(b))
  for (const { kind, code, path, message } of ranked) lines.push(`  ${kind} ${code} at ${path || 'the request'}: ${message}`)
  lines.push('', `POST ${request.path}${query === '' ? '' : `?${query}`}`)
  for (const [name, value] of Object.entries(request.headers)) lines.push(`${name}: ${value}`)
  lines.push('', indent(request.body))
  if (wantsCanonical) lines.push('', 'canonical', indent(withoutPlaces(canonical)))
  return `${lines.join('\n')}\n`
}

/** Drops the places of fields, which are for programs: the notices name places already. */
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
  /** True to show the request in the canonical model as well. Default false. */
  readonly canonical?: boolean
  /** File with the request. Default: standard input. */
  readonly file?: string
}

/** Runs `interlingua explain`. Returns the exit code: 0, or 1 where the request cannot be translated. */
export function explainCommand({ from, to, model, stream, json, canonical = false, file }: ExplainOptions, { out, err }: Terminal): number {
  try {
    const parsed = parseBody(readInput(file))
    if ('failure' in parsed) throw new TypeError(parsed.failure.message)
    const asked = model ?? parsed.body['model']
    const explanation = explainRequest(messageOf(from, parsed.body, model, stream), {
      from,
      to,
      contextOf: (side, onNotice) => plainContext(side, typeof asked === 'string' ? asked : '', onNotice),
    })
    const { lowered: _, ...shown } = explanation
    out(json ? `${JSON.stringify(shown, undefined, 2)}\n` : formatExplanation(explanation, canonical))
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
