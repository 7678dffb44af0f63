import { attempt, createTestContext, diff, lawStreamIdentity, readStream, writeStream } from '@interlingua/testkit'
import type { Recording, Violation } from '@interlingua/testkit'
import type { FormatId } from './format-id.ts'
import { formats } from './formats.ts'

/** Law: a stream that is read and written again is the same stream, and the vendor's own SDK takes it. */
export async function writtenAgain(recording: Recording, format: FormatId, text: string): Promise<readonly Violation[]> {
  const { adapter, foldWithSdk, documentOf } = formats[format]
  const { context } = createTestContext()
  const written = writeStream(adapter, readStream(adapter, [text], context), context, formats[format].asked)
  const violations = lawStreamIdentity(adapter, recording, formats[format])
  if (documentOf(text) === undefined) return violations
  const refused = await acceptedBySdk(foldWithSdk, documentOf, written)
  // Streams with events that the SDK does not know are refused in their original form, too.
  const alone = refused.length > 0 && (await foldWithSdk(text).catch(() => undefined)) === undefined
  return alone ? violations : [...violations, ...refused]
}

/** Law: the vendor's own SDK folds the written text to the document that it stands for, as far as the SDK knows the fields. */
async function acceptedBySdk(
  fold: (text: string) => Promise<unknown>,
  documentOf: (text: string) => unknown,
  text: string,
): Promise<readonly Violation[]> {
  try {
    const folded = await fold(text)
    return attempt('SDK', (say) => {
      // A content that is a list of parts is a dialect, which the SDK joins as if it were text.
      for (const path of diff(core(documentOf(text)), core(folded)))
        if (!/^\/choices\/\d+\/message\/content/.test(path) || !hasParts(documentOf(text))) say(path, 'the SDK folds another document')
    })
  } catch (error) {
    return [{ law: 'SDK', path: '', message: `the SDK refuses the stream: ${String(error)}` }]
  }
}

/** True if the content of a completion is a list of parts. */
function hasParts(document: unknown): boolean {
  return /"content":\[/.test(JSON.stringify(document))
}

/** Fields of a response that both SDKs fold faithfully. Null and absent are the same to them. */
function core(document: unknown): unknown {
  const known = [
    'id',
    'model',
    'role',
    'content',
    'stop_reason',
    'stop_sequence',
    'usage',
    'choices',
    'message',
    'tool_calls',
    'function',
    'finish_reason',
    'refusal',
    'type',
    'text',
    'name',
    'input',
    'arguments',
    'signature',
    'thinking',
    'data',
  ]
  if (Array.isArray(document)) return document.map(core)
  if (typeof document !== 'object' || document === null) return document
  return Object.fromEntries(
    Object.entries(document)
      .filter(([key, value]) => known.includes(key) && value !== null && !(key === 'content' && value === ''))
      .map(([key, value]) => [key, key === 'input' ? value : key === 'usage' ? counts(value) : core(value)]),
  )
}

/** Counts that Anthropic's SDK refreshes at the end of a stream, and all of OpenAI's. */
function counts(usage: unknown): unknown {
  const entries = Object.entries(usage as object) // `usage` of a document is an object
  return Object.fromEntries(
    entries.filter(([key]) => /^(prompt|completion|total|input|output|cache_creation_input|cache_read_input)_tokens$/.test(key)),
  )
}
