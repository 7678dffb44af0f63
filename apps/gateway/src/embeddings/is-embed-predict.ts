import { isJsonObject, type JsonObject } from '@interlingua/core'

/** Whether the body of `:predict` asks for embeddings: its instances then have a `content`, where those of images have a `prompt`. */
export function isEmbedPredict({ instances }: JsonObject): boolean {
  return Array.isArray(instances) && instances.some((instance) => isJsonObject(instance) && instance['content'] !== undefined)
}
