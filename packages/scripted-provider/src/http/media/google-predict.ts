import { isJsonObject } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import { phraseMisfit } from '../../contents/phrase-misfit.ts'
import { refuseContents } from '../../contents/refuse-contents.ts'
import { googleAddress } from '../google-address.ts'
import { sendDocument } from '../send-document.ts'
import { sendFailure } from '../send-failure.ts'
import { googleFace } from './google-face.ts'
import { jsonOf } from './json-of.ts'
import type { MediaDialect } from './media-dialect.ts'
import { predictEmbeddings } from './predict-embeddings.ts'
import { predictImages } from './predict-images.ts'

/** `:predict`, which is whatever its model is for: with a `prompt` an image model, else an embedding model. */
export const googlePredict: MediaDialect = {
  ...googleFace,
  format: 'vertex-predict',
  models: { 'demo-vertex-predict': 'predict', 'demo-imagen-predict': 'predict' },
  serves: (path) => googleAddress(path)?.method === 'predict',
  phrase: (misfit) => phraseMisfit(misfit, 'PredictRequest'),
  read(json, exchange) {
    const body = jsonOf(json)
    if (asksForImages(body)) {
      const { prompt, write } = predictImages(body, googleAddress(exchange.path)?.model ?? '')
      return { prompt, answer: async (directives) => sendDocument(exchange, googlePredict, await write(directives), directives) }
    }
    const { prompt, write } = predictEmbeddings(body)
    return {
      prompt,
      answer: (directives) =>
        directives.has('block')
          ? sendFailure(exchange, googlePredict, refuseContents('Demo provider: the prompt is blocked, as asked for'))
          : sendDocument(exchange, googlePredict, write(), directives),
    }
  },
}

function asksForImages({ instances }: JsonObject): boolean {
  const first: unknown = Array.isArray(instances) ? instances[0] : undefined
  return isJsonObject(first) && 'prompt' in first
}
