import type { Judged } from '../vendor-rule.ts'

/** A Gemini model by its id: 2.5 and `flash-lite` for `gemini-2.5-flash-lite`. */
export interface Gemini {
  readonly version: number
  readonly line: string
}

/** The Gemini model of a request; `undefined` for any other model and for an id without a number. */
export function geminiOf({ model: { id, family } }: Judged): Gemini | undefined {
  if (family !== 'gemini') return undefined
  const [, version, line = ''] = /^gemini-(\d+(?:\.\d+)?)-(flash-lite|flash|pro|[a-z-]+)/.exec(id) ?? []
  return version === undefined ? undefined : { version: Number(version), line }
}

/** True for a model of images or speech, which has rules of its own. */
export function isMediaModel({ model: { id } }: Judged): boolean {
  return /image|tts|nano-banana|native-audio/.test(id)
}
