import type { ResponsesConfig } from '../config/responses-schema.ts'

/** For how long and how much is kept of responses. */
export interface ResponsesSettings {
  /** Milliseconds. */
  readonly retention: number
  /** Most characters of a conversation that is put in front of a request. */
  readonly characters: number
  /** Most background responses of one key that are not done. */
  readonly background: number
}

const day = 86_400_000

export function responsesSettings({
  retention = 30,
  characters = 64 * 1024 * 1024,
  background = 20,
}: ResponsesConfig = {}): ResponsesSettings {
  return { retention: retention * day, characters, background }
}
