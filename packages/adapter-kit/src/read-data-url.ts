import { tidyBase64 } from './tidy-base64.ts'

/** Media type that a data URL declares, in lower case, `''` if none; and its bytes in the standard alphabet. */
export interface DataUrl {
  readonly mime: string
  readonly base64: string
}

/** Reads a data URL in base64, in any case and alphabet and with white space; `undefined` for any other text, and for an empty file. */
export function readDataUrl(text: string): DataUrl | undefined {
  if (text.slice(0, 5).toLowerCase() !== 'data:') return undefined
  const comma = text.indexOf(',')
  if (comma === -1 || comma > 256) return undefined
  const [type = '', ...parameters] = text.slice(5, comma).trim().toLowerCase().split(';')
  if (!parameters.some((parameter) => parameter.trim() === 'base64')) return undefined
  const base64 = tidyBase64(text.slice(comma + 1))
  return base64 === '' ? undefined : { mime: type.trim(), base64 }
}
