/** Whether a model follows the rules of the third generation: ids on calls, signatures that must come back, levels of thinking. The demo's own does. */
export function isGemini3(model: string): boolean {
  const generation = /gemini-(\d+)/.exec(model)?.[1]
  return generation === undefined ? model.startsWith('demo-') : Number(generation) >= 3
}
