import type { EmbedRequest } from '@interlingua/embeddings'
import { countTexts } from '../counting/count-texts.ts'
import { countedLength } from '../metering/counted-length.ts'

/** An image, or a page. */
const fileTokens = 258

/** About how many tokens the inputs are, by a local tokenizer. */
export async function estimateEmbedTokens({ inputs }: EmbedRequest): Promise<number> {
  const texts: string[] = []
  let flat = 0
  for (const { parts = [], tokens = [], title } of inputs) {
    flat += tokens.length
    if (title !== undefined) texts.push(title)
    for (const part of parts)
      if (part.type === 'text') texts.push(part.text)
      else flat += fileTokens
  }
  return Math.ceil(flat + (await countTexts(texts, countedLength)))
}
