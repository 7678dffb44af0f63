import { isJsonObject } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import { formatValidationError } from '../../contents/format-validation-error.ts'
import { refuseContents } from '../../contents/refuse-contents.ts'
import { googleAddress } from '../google-address.ts'
import { sendDocument } from '../send-document.ts'
import { sendFailure } from '../send-failure.ts'
import { googleProfile } from './google-profile.ts'
import { jsonOf } from './json-of.ts'
import type { MediaDialect } from './media-dialect.ts'
import { predictEmbeddings } from './predict-embeddings.ts'
import { predictImages } from './predict-images.ts'

/** The method `:predict`, which serves an image model where an instance has a `prompt`, and an embedding model otherwise. */
export const googlePredict: MediaDialect = {
  ...googleProfile,
  format: 'vertex-predict',
  models: { 'demo-vertex-predict': 'predict', 'demo-imagen-predict': 'predict' },
  serves: (path) => googleAddress(path)?.method === 'predict',
  phrase: (validationError) => formatValidationError(validationError, 'PredictRequest'),
  read(json, demoRequest) {
    const body = jsonOf(json)
    if (asksForImages(body)) {
      const { prompt, write } = predictImages(body, googleAddress(demoRequest.path)?.model ?? '')
      return { prompt, answer: async (directives) => sendDocument(demoRequest, googlePredict, await write(directives), directives) }
    }
    const { prompt, write } = predictEmbeddings(body)
    return {
      prompt,
      answer: (directives) =>
        directives.has('block')
          ? sendFailure(demoRequest, googlePredict, refuseContents('Demo provider: the prompt is blocked, as asked for'))
          : sendDocument(demoRequest, googlePredict, write(), directives),
    }
  },
}

function asksForImages({ instances }: JsonObject): boolean {
  const first: unknown = Array.isArray(instances) ? instances[0] : undefined
  return isJsonObject(first) && 'prompt' in first
}
