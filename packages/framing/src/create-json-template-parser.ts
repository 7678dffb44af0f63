import type { Json } from '@interlingua/core'
import { createTemplateReader } from './create-template-reader.ts'

/**
 * Makes a `JSON.parse` for texts that mostly repeat the one before except for a few strings and numbers, as stream events do: reading only
 * those takes about half of the time. Returns `undefined` for text that is not JSON. Values may share members with earlier ones, and the
 * member `padding`, which has no meaning, may be that of an earlier text.
 */
export function createJsonTemplateParser(padding?: string): (text: string) => Json | undefined {
  return createTemplateReader(padding).parse
}
