import type { FormatId } from '../formats/gist.ts'

/** How the vendor's own SDK took an answer. */
export interface Judgement {
  readonly folded: boolean
  /** Error of the SDK. */
  readonly error?: string
  /** Turn of the assistant as the SDK hands it to its caller, for the next request. */
  readonly turn?: unknown
}

/** Lets the vendor's own SDK read an answer: the bytes of a stream, or a document. Judges are loaded at first use, since the SDKs are large. */
export async function judge(format: FormatId, body: string, isStream: boolean): Promise<Judgement> {
  const judges = {
    M: () => import('./anthropic.ts').then(({ foldMessage }) => foldMessage),
    R: () => import('./openai-responses.ts').then(({ foldResponse }) => foldResponse),
    C: () => import('./openai-chat.ts').then(({ foldCompletion }) => foldCompletion),
    G: () => import('./google.ts').then(({ foldContent }) => foldContent),
  }
  // No SDK judges the formats of drafts.
  if (format === 'I' || format === 'B') return { folded: true }
  const fold = await judges[format]()
  try {
    return { folded: true, turn: await fold(body, isStream) }
  } catch (error) {
    return { folded: false, error: error instanceof Error ? error.message : String(error) }
  }
}
