import { atEnd } from '../at-end.ts'
import { startScriptedProvider } from '@interlingua/scripted-provider/http'

/** Vectors of the demo provider for texts, each text sent directly and alone. */
export type Vectors = (texts: readonly string[], dimensions: number) => Promise<readonly (readonly number[])[]>

export async function startVectors(): Promise<Vectors> {
  const provider = await startScriptedProvider()
  atEnd(() => provider.close())
  return async (texts, dimensions) => {
    const vectors: (readonly number[])[] = []
    for (const input of texts) {
      const answer = await fetch(`${provider.url}/v1/embeddings`, {
        method: 'POST',
        headers: { authorization: 'Bearer demo', 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'demo-embeddings', input, dimensions }),
      })
      const { data } = (await answer.json()) as { data: { embedding: number[] }[] } // OpenAI's shape
      vectors.push(data[0]?.embedding ?? [])
    }
    return vectors
  }
}

/** Rounds numbers to 32 bits, the precision of vectors in base64. */
export function rounded(vectors: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return vectors.map((vector) => vector.map(Math.fround))
}
