import { isInterlinguaError, isJsonObject, type Notice } from '@interlingua/core'
import type { FormatEdge } from '@interlingua/core/edge'
import { type Asked, translate, translateAnswer, translateStream } from 'interlingua'
import { readInput } from '../read-input.ts'
import type { Terminal } from '../terminal.ts'

export interface TranslateOptions {
  readonly from: FormatEdge
  readonly to: FormatEdge
  /** Model at the upstream. Default: the request's. */
  readonly model?: string
  readonly stream?: true
  /** File with the upstream's answer, which is then translated instead: a document, or a stream as it came. */
  readonly answer?: string
  /** File with the request. Default: standard input. */
  readonly file?: string
}

/** Runs `interlingua translate`: the body alone goes to standard output, notices to standard error. Returns the exit code. */
export async function runTranslate({ from, to, model, stream, answer, file }: TranslateOptions, { out, err }: Terminal): Promise<number> {
  const onNotice = ({ kind, code, path, message }: Notice): void => err(`${kind} ${code} at ${path || 'the whole'}: ${message}\n`)
  try {
    const body = parseJson(readInput(file).toString('utf8'), file ?? 'the request')
    const named = typeof body['model'] === 'string' ? body['model'] : undefined
    const choice = model ?? named
    const { model: _model, ...rest } = body
    // A format whose path names the model has no such field in its body.
    const own = from.client.stream.arrays ? rest : body
    const result = translate(own, {
      from,
      to,
      ...(choice !== undefined && { model: choice }),
      ...(named !== undefined && { askedModel: named }),
      ...(stream && { stream }),
    })
    if (answer === undefined) {
      for (const notice of result.notices) onNotice(notice)
      out(`${JSON.stringify(result.body, undefined, 2)}\n`)
      return 0
    }
    const text = readInput(answer).toString('utf8')
    out(
      /^\s*[{[]/.test(text) && !stream
        ? answerOf(text, answer, { from, to, asked: result.asked }, onNotice)
        : await streamOf(text, { from, to, asked: result.asked, onNotice }),
    )
    return 0
  } catch (error) {
    err(
      `error: ${isInterlinguaError(error) && 'path' in error && error.path !== '' ? `${error.path}: ` : ''}${error instanceof Error ? error.message : 'failed'}\n`,
    )
    return 1
  }
}

interface Sides {
  readonly from: FormatEdge
  readonly to: FormatEdge
  readonly asked: Asked
}

function answerOf(text: string, file: string, sides: Sides, onNotice: (notice: Notice) => void): string {
  const { body, notices } = translateAnswer(parseJson(text, file), sides)
  for (const notice of notices) onNotice(notice)
  return `${JSON.stringify(body, undefined, 2)}\n`
}

async function streamOf(text: string, sides: Sides & { readonly onNotice: (notice: Notice) => void }): Promise<string> {
  const source = new Response(text).body
  if (source === null) return ''
  return new Response(source.pipeThrough(translateStream(sides))).text()
}

function parseJson(text: string, name: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new TypeError(`${name} is no JSON: ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
  if (!isJsonObject(value)) throw new TypeError(`${name} is no JSON object`)
  return value
}
