import { deriveId } from '@interlingua/core'

/** Begins every signature of the demo. Base64, as the vendor's own are. */
const prefix = 'DEMO'

/** The signature of a thinking text: 52 characters of base64 that depend on the text alone, so that an edited text no longer fits it. */
export function signThinking(text: string): string {
  return prefix + deriveId('', 'thinking', text) + deriveId('', 'thinking', text, 2)
}
