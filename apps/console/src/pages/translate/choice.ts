import type { FormatRow, TranslateRequest } from '@interlingua/console/api'

export type Direction = TranslateRequest['direction']
export type Strictness = NonNullable<TranslateRequest['strictness']>

/** Choice of what is translated, without the document. It is in the address. */
export interface Choice {
  readonly direction: Direction
  /** Format of the client, and of the upstream. */
  readonly from: string
  readonly to: string
  readonly model?: string
  readonly channel?: string
  readonly strictness?: Strictness
}

export const directions = {
  request: 'Request',
  answer: 'Answer',
  stream: 'Stream',
} as const satisfies Record<Direction, string>

export const strictnesses = {
  report: 'report all',
  'reject-dropped': 'reject dropped',
  'reject-any': 'reject any',
} as const satisfies Record<Strictness, string>

const names: Readonly<Record<string, string>> = {
  messages: 'Messages (Anthropic)',
  chat: 'Chat Completions (OpenAI)',
  responses: 'Responses (OpenAI)',
  contents: 'Contents (Gemini)',
  interactions: 'Interactions (Gemini)',
  converse: 'Converse (Amazon Bedrock)',
}

/** Name of a format for people; formats that this page does not know show their id. */
export function nameOfFormat(id: string): string {
  return names[id] ?? id
}

/** Reads the choice from the address; what is not there, or wrong, is as usual. */
export function readChoice(query: Readonly<Record<string, string>>, formats: readonly FormatRow[]): Choice {
  const { direction = '', from = '', to = '', model, channel, strictness = '' } = query
  const known = (id: string): boolean => formats.some((format) => format.id === id)
  const source = known(from) ? from : known('messages') ? 'messages' : (formats[0]?.id ?? '')
  const other = formats.find(({ id }) => id === 'chat' && id !== source) ?? formats.find(({ id }) => id !== source)
  const target = known(to) ? to : (other?.id ?? source)
  const channels = formats.find(({ id }) => id === target)?.channels ?? []
  return {
    direction: isDirection(direction) ? direction : 'request',
    from: source,
    to: target,
    ...(model !== undefined && model !== '' && { model: model.slice(0, 256) }),
    ...(channel !== undefined && channels.includes(channel) && { channel }),
    ...(isStrictness(strictness) && { strictness }),
  }
}

/** Address of the page with a choice. */
export function pathOfChoice(choice: Choice): string {
  return `/console/translate?${new URLSearchParams({ ...choice }).toString()}`
}

/** Format of the document that is given: that of the client for a request, that of the upstream for what it answers. */
export function sourceFormat({ direction, from, to }: Choice): string {
  return direction === 'request' ? from : to
}

/** Format of the document that is made. */
export function targetFormat({ direction, from, to }: Choice): string {
  return direction === 'request' ? to : from
}

export function isDirection(text: unknown): text is Direction {
  return typeof text === 'string' && Object.hasOwn(directions, text)
}

export function isStrictness(text: unknown): text is Strictness {
  return typeof text === 'string' && Object.hasOwn(strictnesses, text)
}
