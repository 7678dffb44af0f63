import { readTail } from './read-tail.ts'

/** LiteLLM asks for the cached contents of a model, which Google keeps in one place for all: the body names the model. */
export function isModelCaches(path: string): boolean {
  return modelCaches.test(path)
}

const modelCaches = /(?:^|\/)models\/.+:cachedContents$/

/**
 * The paths of this service that `path` may mean, the likeliest first: a version too many or too few, slashes too many, the paths of Google's
 * cloud, and its versions of which this service has the second only.
 */
export function otherSpellings(path: string): readonly string[] {
  const { text, native } = readTail(path)
  if (text === '') return []
  const tail = isModelCaches(text) ? 'cachedContents' : text
  const beta = native || /^models\/.+:\w+$/.test(tail)
  return (beta ? ['/v1beta/', '/v1/'] : ['/v1/', '/v1beta/']).map((version) => version + tail).filter((other) => other !== path)
}
