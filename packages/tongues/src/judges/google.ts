import { GoogleGenAI, type Part } from '@google/genai'
import { answering } from './response-of.ts'

/** Content of the model's turn that Google's SDK makes of an answer. */
export async function foldContent(body: string, isStream: boolean): Promise<unknown> {
  const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { retryOptions: { attempts: 1 }, fetch: answering(body, isStream) } })
  const request = { model: 'm', contents: 'go' }
  if (!isStream) {
    const { candidates } = await client.models.generateContent(request)
    const content = candidates?.[0]?.content
    if (content === undefined) throw new Error('the response has no content')
    return content
  }
  const parts: Part[] = []
  let finished = false
  for await (const chunk of await client.models.generateContentStream(request)) {
    parts.push(...(chunk.candidates?.[0]?.content?.parts ?? []))
    finished ||= chunk.candidates?.[0]?.finishReason !== undefined || chunk.promptFeedback?.blockReason !== undefined
  }
  if (!finished) throw new Error('the stream has no reason of its finish')
  // A caller keeps the parts as they came.
  return { role: 'model', parts: parts.filter((part) => part.text !== '' || part.thoughtSignature !== undefined) }
}
