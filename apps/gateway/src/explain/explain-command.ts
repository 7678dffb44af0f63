import { defaultLimits, defaultPolicy, findModelProfile, isInterlinguaError, type Context } from '@interlingua/core'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Door } from '../door.ts'
import { doors } from '../doors/doors.ts'
import { parseBody } from '../parse-body.ts'
import { explainRequest } from './explain-request.ts'
import { messageOf } from './message-of.ts'
import { spellExplanation } from './spell-explanation.ts'

export interface Terminal {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

const usage = `interlingua explain --from <format> --to <format> [--model <id>] [--stream] [--json] [file]

Shows what becomes of a request, without sending it: the canonical form, the upstream's request, and what is lost.
The request is read from the file, or from standard input. Formats: ${Object.keys(doors).join(', ')}.
`

/** `interlingua explain`. Gives the exit code: 0, 1 where the request cannot be translated, 2 where the command is wrong. */
export function explainCommand(argv: readonly string[], { out, err }: Terminal): number {
  const options = readOptions(argv)
  if (typeof options === 'string') {
    err(`${options}\n\n${usage}`)
    return 2
  }
  if (options === undefined) {
    out(usage)
    return 0
  }
  const { from, to, model, stream, json, file } = options
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

interface Options {
  readonly from: Door
  readonly to: Door
  readonly model?: string
  readonly stream?: boolean
  readonly json: boolean
  readonly file?: string
}

/** The options; `undefined` where help is asked for; else what is wrong with them. */
function readOptions(argv: readonly string[]): Options | string | undefined {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(argv)
  } catch (error) {
    return error instanceof Error ? error.message : 'the options cannot be read'
  }
  const { values, positionals } = parsed
  if (values.help) return undefined
  const from = doorOf(values.from)
  if (from === undefined) return `--from must be one of ${Object.keys(doors).join(', ')}`
  const to = doorOf(values.to)
  if (to === undefined) return `--to must be one of ${Object.keys(doors).join(', ')}`
  const [file, ...others] = positionals
  if (others.length > 0) return 'only one file can be explained'
  return {
    from,
    to,
    json: values.json === true,
    ...(values.model !== undefined && { model: values.model }),
    ...(values.stream !== undefined && { stream: values.stream }),
    ...(file !== undefined && { file }),
  }
}

function parse(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      model: { type: 'string' },
      stream: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
}

function doorOf(format: string | undefined): Door | undefined {
  return format !== undefined && Object.hasOwn(doors, format) ? doors[format as keyof typeof doors] : undefined // just checked
}

function plainContext(side: Door, model: string, onNotice: Context['onNotice']): Context {
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
