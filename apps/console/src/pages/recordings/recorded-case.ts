import type { RecordedAnswer, RecordedMessage } from '@interlingua/console/api'

interface CaseParts {
  readonly id: string
  readonly format: string
  readonly path: string
  readonly request: RecordedMessage
  readonly answer: RecordedAnswer | undefined
}

/** Text of a document as people read it; what is no JSON stays as it is. */
export function readableText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

/** Events of a stream as one text, as they were on the wire. */
export function textOfEvents(events: NonNullable<RecordedMessage['events']>): string {
  return events.map(({ text }) => `${text}\n\n`).join('')
}

/** Writes an exchange in the form of the examples that the conformance suite reads: a file of `corpus/`. */
export function formatCase({ id, format, path, request, answer }: CaseParts): string {
  const said =
    answer === undefined
      ? {}
      : {
          status: answer.status,
          ...(answer.events ? { stream: textOfEvents(answer.events) } : { response: valueOf(answer.body.text) }),
        }
  return `${JSON.stringify({ id: `${format}/${id}`, format, path, request: valueOf(request.body.text), ...said }, undefined, 2)}\n`
}

function valueOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return text ?? null
  }
}
