/** Whether a model is known, by its id, to make videos. */
export function isVideoId(model: string): boolean {
  return /video|(?:^|[/-])(?:sora|veo)(?:-|$)|seedance/i.test(model)
}
