/** True for a model whose name is that of an image model. */
export function isGeminiImage(model: string): boolean {
  return /image|nano-banana/.test(model)
}
