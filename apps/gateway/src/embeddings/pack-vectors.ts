import { floatsToBase64, type EmbedResponse } from '@interlingua/embeddings'

/** The vectors as base64, for clients that want them so: made of one call after the other, they keep nobody else waiting. */
export function packVectors(response: EmbedResponse): EmbedResponse {
  const embeddings = response.embeddings.map((embedding) => {
    const { vector } = embedding
    return vector.type === 'base64' ? embedding : { ...embedding, vector: { type: 'base64', data: floatsToBase64(vector.values) } as const }
  })
  return { ...response, embeddings }
}
