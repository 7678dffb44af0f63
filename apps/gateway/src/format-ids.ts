/**
 * Ids of the text formats in `formats.ts`, for code that must not load the formats, such as the command line's help. A test compares the two lists.
 */
export const formatIds = ['messages', 'chat', 'responses', 'contents', 'interactions', 'invoke', 'raw-predict', 'converse'] as const

/** Names of the text formats after their vendors, which say more to a reader of a file; each format's own `alias`. */
export const vendorFormats: Readonly<Record<string, (typeof formatIds)[number]>> = {
  anthropic: 'messages',
  'openai-responses': 'responses',
  'openai-chat': 'chat',
  gemini: 'contents',
  'gemini-interactions': 'interactions',
  'bedrock-invoke': 'invoke',
  'vertex-claude': 'raw-predict',
  'bedrock-converse': 'converse',
}

/** Id of a format by its id or its vendor's name; any other word stays. */
export function formatIdOf(name: string): string {
  return (Object.hasOwn(vendorFormats, name) ? vendorFormats[name] : undefined) ?? name
}

/** Name of a format after its vendor; ids without one stay. */
export function formatNameOf(id: string): string {
  return Object.entries(vendorFormats).find(([, each]) => each === id)?.[0] ?? id
}
