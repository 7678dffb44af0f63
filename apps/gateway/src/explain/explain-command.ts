import { defaultLimits, defaultPolicy, findModelProfile, isInterlinguaError, type Context } from '@interlingua/core'
import { readFileSync } from 'node:fs'
import type { Terminal } from '../cli/terminal.ts'
import type { FormatEdge } from '@interlingua/core/edge'
import { parseBody } from '../requests/parse-body.ts'
import { explainRequest } from './explain-request.ts'
import { messageOf } from './message-of.ts'
import { spellExplanation } from './spell-explanation.ts'

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
