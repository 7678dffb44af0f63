import { GoogleGenAI } from '@google/genai'
import type { GenerateContentResponse, Part } from '@google/genai'

/**
 * Response that Google's own SDK makes of the text of a stream: the history of its chat, with the end from its last chunks. Rejects if the
 * SDK does, or its chat drops the turn as incomplete.
 */
export async function foldWithGoogle(text: string): Promise<unknown> {
  const client = new GoogleGenAI({
    apiKey: 'none',
    httpOptions: {
      retryOptions: { attempts: 1 },
      fetch: () => Promise.resolve(new Response(text, { headers: { 'content-type': 'text/event-stream' } })),
    },
  })
  const chat = client.chats.create({ model: 'demo' })
  const chunks: GenerateContentResponse[] = []
  for await (const chunk of await chat.sendMessageStream({ message: 'hello' })) chunks.push(chunk)
  const blocked = chunks.find(({ promptFeedback }) => promptFeedback?.blockReason !== undefined)
  if (blocked !== undefined) return JSON.parse(JSON.stringify(blocked)) as unknown
  const finished = chunks.findLast(({ candidates }) => candidates?.[0]?.finishReason !== undefined)
  const said = chat.getHistory().filter(({ role }) => role === 'model')
  if (finished === undefined) throw new Error('the SDK saw no end')
  const parts = joined(said.flatMap((content) => content.parts ?? []))
  const folded = {
    responseId: finished.responseId,
    modelVersion: finished.modelVersion,
    candidates: [{ content: { role: 'model', parts }, finishReason: finished.candidates?.[0]?.finishReason }],
    usageMetadata: chunks.findLast(({ usageMetadata }) => usageMetadata !== undefined)?.usageMetadata,
  }
  return JSON.parse(JSON.stringify(folded)) as unknown
}

/** The SDK keeps the pieces of a text apart. */
function joined(parts: readonly Part[]): readonly Part[] {
  const whole: Part[] = []
  for (const part of parts) {
    const last = whole.at(-1)
    if (part.text === '' && part.thoughtSignature === undefined) continue
    const joins = last?.text !== undefined && part.text !== undefined && last.thought === part.thought
    // A late signature, on an empty text, belongs to the text before it.
    const late = part.text === '' && part.thoughtSignature !== undefined
    if (joins && last.thoughtSignature === undefined && (late || part.thoughtSignature === undefined))
      whole[whole.length - 1] = { ...last, ...part, text: `${last.text ?? ''}${part.text ?? ''}` }
    else whole.push(part)
  }
  return whole
}
