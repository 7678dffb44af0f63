import { at, items, number, text } from '../../json/access.ts'
import { formatJson } from '../../json/format-json.ts'
import type { Json, Writable } from '../../json/json.ts'
import { classOf, statusOf } from '../failures.ts'
import type { Answer, Failure, FailureClass, Finish, Usage } from '../gist.ts'
import { sealsOnThinking } from '../place-seals.ts'
import { blockOf, readBlock } from './blocks.ts'
import { defined } from '../defined.ts'

const finishes: Readonly<Record<string, Finish>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'context',
  guardrail_intervened: 'filter',
  content_filtered: 'filter',
}

export function readFinish(reason: string | undefined): Finish | undefined {
  return reason === undefined ? undefined : (finishes[reason] ?? 'other')
}

export function writeFinish(finish: Finish | undefined): string {
  return Object.entries(finishes).find(([, each]) => each === finish)?.[0] ?? 'end_turn'
}

/** Counts; `inputTokens` is without what caches read and took. */
export function readUsage(usage: Json | undefined): Usage | undefined {
  if (usage === undefined) return undefined
  const [fresh, output, cacheRead, cacheWrite] = ['inputTokens', 'outputTokens', 'cacheReadInputTokens', 'cacheWriteInputTokens'].map(
    (name) => number(at(usage, name)),
  )
  return defined<Usage>({
    input: fresh === undefined ? undefined : fresh + (cacheRead ?? 0) + (cacheWrite ?? 0),
    output,
    cacheRead,
    cacheWrite5m: cacheWrite,
  })
}

export function writeUsage({ input = 1, output = 1, cacheRead = 0, cacheWrite5m = 0 }: Usage): Writable {
  const counts = { inputTokens: input - cacheRead - cacheWrite5m, outputTokens: output, totalTokens: input + output }
  return { ...counts, cacheReadInputTokens: cacheRead, cacheWriteInputTokens: cacheWrite5m }
}

/** Answer of a document. */
export function readAnswer(document: Json): Answer {
  const finish = readFinish(text(at(document, 'stopReason')))
  const usage = readUsage(at(document, 'usage'))
  return {
    items: items(at(document, 'output', 'message', 'content')).flatMap((block) => readBlock(block)),
    ...(finish !== undefined && { finish }),
    ...(usage !== undefined && { usage }),
  }
}

export function writeAnswer(answer: Answer): string {
  return formatJson({
    output: { message: { role: 'assistant', content: sealsOnThinking(answer.items).flatMap((item) => blockOf(item) ?? []) } },
    stopReason: writeFinish(answer.finish),
    usage: writeUsage(answer.usage ?? {}),
    metrics: { latencyMs: 1 },
  })
}

const exceptions: Readonly<Record<FailureClass, string>> = {
  invalid: 'ValidationException',
  auth: 'UnrecognizedClientException',
  permission: 'AccessDeniedException',
  missing: 'ResourceNotFoundException',
  large: 'ValidationException',
  rate: 'ThrottlingException',
  server: 'InternalServerException',
  unavailable: 'ServiceUnavailableException',
  overloaded: 'ServiceUnavailableException',
  timeout: 'ModelTimeoutException',
}

/** Name of the exception of a class, as a stream has it. */
export function exceptionOf(name: FailureClass): string {
  const exception = exceptions[name]
  return exception.charAt(0).toLowerCase() + exception.slice(1)
}

/** Class of an exception by its name in a document or a stream. */
export function classOfException(name: string): FailureClass | undefined {
  const found = Object.entries(exceptions).find(([, each]) => each.toLowerCase() === name.toLowerCase())
  if (found === undefined) return name.toLowerCase() === 'modelstreamerrorexception' ? 'server' : undefined
  // Keys of the table are classes.
  return found[0] as FailureClass
}

export function writeFailure({ class: given, message }: Failure): { readonly status: number; readonly body: string } {
  return { status: given === 'overloaded' ? 503 : statusOf[given], body: formatJson({ __type: exceptions[given], message }) }
}

/** Failure of an error document; its class is in a header, so that the status tells it here. */
export function readFailure(document: Json, status: number): Failure | undefined {
  const message = text(at(document, 'message')) ?? text(at(document, 'Message'))
  if (message === undefined || at(document, 'output') !== undefined) return undefined
  return { class: classOfException(text(at(document, '__type')) ?? '') ?? classOf(status), message }
}
