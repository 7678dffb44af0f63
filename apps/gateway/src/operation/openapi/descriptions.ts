import { cacheDescriptions } from './cache-descriptions.ts'
import type { Description } from './description.ts'
import { embedDescriptions } from './embed-descriptions.ts'
import { imageDescriptions } from './image-descriptions.ts'
import { operationDescriptions } from './operation-descriptions.ts'
import { responseDescriptions } from './response-descriptions.ts'
import { resultDescriptions } from './result-descriptions.ts'
import { textDescriptions } from './text-descriptions.ts'
import { videoDescriptions } from './video-descriptions.ts'

/** By method and path, as the table of endpoints spells it, but for the `+` of a parameter that takes the rest. */
export const descriptions: Readonly<Record<string, Description>> = {
  ...textDescriptions,
  ...responseDescriptions,
  ...embedDescriptions,
  ...imageDescriptions,
  ...videoDescriptions,
  ...cacheDescriptions,
  ...resultDescriptions,
  ...operationDescriptions,
}
