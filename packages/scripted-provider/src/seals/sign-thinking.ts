import { deriveId } from '@interlingua/core/adapter'

/** The beginning of every signature of the demo, in base64 like the vendor's own. */
const prefix = 'DEMO'

/** The signature of a thinking text: 52 characters of base64 that depend on the text alone, so that they do not fit an edited text. */
export function signThinking(text: string): string {
  return prefix + deriveId('', 'thinking', text) + deriveId('', 'thinking', text, 2)
}
