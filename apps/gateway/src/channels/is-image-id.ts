/** Whether a model is known, by its id, to make images. */
export function isImageId(model: string): boolean {
  return /image|imagen|imagine|dall-e|seedream|nano-banana|flux|wanx|wan\d/i.test(model)
}
