import type { Judged } from '../vendor-rule.ts'

/** A Gemini by its id: 2.5 and `flash-lite` of `gemini-2.5-flash-lite`. */
export interface Gemini {
  readonly version: number
  readonly line: string
}

/** The Gemini that a request is for; undefined where it is none, or none with a number. */
export function geminiOf({ model: { id, family } }: Judged): Gemini | undefined {
  if (family !== 'gemini') return undefined
  const [, version, line = ''] = /^gemini-(\d+(?:\.\d+)?)-(flash-lite|flash|pro|[a-z-]+)/.exec(id) ?? []
  return version === undefined ? undefined : { version: Number(version), line }
}

/** Whether it makes images or speech: those have rules of their own. */
export function isMediaModel({ model: { id } }: Judged): boolean {
  return /image|tts|nano-banana|native-audio/.test(id)
}
