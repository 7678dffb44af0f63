/** Whether the id of a model says that it embeds: `text-embedding-3-small`, `gemini-embedding-001`, `mistral-embed`. */
export function isEmbeddingId(model: string): boolean {
  return /embed/i.test(model)
}
