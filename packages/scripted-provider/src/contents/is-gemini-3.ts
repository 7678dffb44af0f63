/**
 * True for a model that follows the rules of the third generation: ids on calls, required signatures, levels of thinking. The demo's own
 * models do.
 */
export function isGemini3(model: string): boolean {
  const generation = /gemini-(\d+)/.exec(model)?.[1]
  return generation === undefined ? model.startsWith('demo-') : Number(generation) >= 3
}
