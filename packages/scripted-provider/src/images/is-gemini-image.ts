/** Whether a model makes images first of all, by its name. */
export function isGeminiImage(model: string): boolean {
  return /image|nano-banana/.test(model)
}
